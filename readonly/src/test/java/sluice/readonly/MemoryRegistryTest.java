package sluice.readonly;

class MemoryRegistryTest extends RegistryContract {
    @Override
    protected Registry open() {
        return new MemoryRegistry();
    }
}
