"""Generates the messages and stubs of the protocol while the package is built."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PROTO = "sluice/v1/sluice.proto"


class ProtocolBuildHook(BuildHookInterface):
    """Writes src/sluice/v1 from sluice.proto, which is in ../protocol or in the source archive."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        from grpc_tools import protoc

        root = Path(self.root)
        places = [root / "protobuf", root.parent / "protocol" / "src" / "main" / "protobuf"]
        include = next((place for place in places if (place / PROTO).is_file()), None)
        if include is None:
            raise FileNotFoundError(f"{PROTO} is in none of {', '.join(map(str, places))}")
        src = root / "src"
        # The path of the .proto below the include is the package of the generated modules.
        status = protoc.main(
            [
                "protoc",
                f"-I{include}",
                f"--python_out={src}",
                f"--pyi_out={src}",
                f"--grpc_python_out={src}",
                PROTO,
            ]
        )
        if status != 0:
            raise RuntimeError(f"protoc ended with status {status} for {include / PROTO}")
        (src / "sluice" / "v1" / "__init__.py").write_text(
            '"""Messages and stubs of the protocol; generated."""\n', encoding="utf-8"
        )
