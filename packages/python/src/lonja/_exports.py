"""Files of an export, which count once they are those of the manifest."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Literal

from ._errors import InvalidReply
from ._route import API_PREFIX, Request
from .generated.models import ExportFile, ExportManifest

FileFormat = Literal["parquet", "csv.gz"]
# Names of files, and nothing that leads out of the folder.
_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*")
_CHUNK = 1 << 20


class ExportDownload:
    """One file: written under another name, and put in place once length, SHA-256 and rows are right."""

    def __init__(self, file: ExportFile, rows: int, folder: Path) -> None:
        if _NAME.fullmatch(file.name) is None or not file.url.startswith(f"{API_PREFIX}/exports/"):
            raise _wrong(f"The manifest names {file.name!r}, which is no file of an export.")
        self.place = folder / file.name
        self.request = Request("GET", file.url, {"Accept": "*/*"}, None, may_repeat=True)
        self._file = file
        self._rows = rows
        self._aside = folder / f"{file.name}.partial"
        self._out: BinaryIO | None = None
        self._hash = hashlib.sha256()
        self._length = 0

    def is_there(self) -> bool:
        """Whether it was fetched before and still is what the manifest says."""
        try:
            if self.place.stat().st_size != self._file.bytes:
                return False
            found = hashlib.sha256()
            with self.place.open("rb") as file:
                while chunk := file.read(_CHUNK):
                    found.update(chunk)
        except FileNotFoundError:
            return False
        return found.hexdigest() == self._file.sha256

    def begin(self) -> None:
        """Anew, after a break too."""
        self.give_up()
        self._out = self._aside.open("wb")
        self._hash, self._length = hashlib.sha256(), 0

    def feed(self, chunk: bytes) -> None:
        """The next bytes; more than the manifest says are refused before they fill the disk."""
        assert self._out is not None
        self._length += len(chunk)
        if self._length > self._file.bytes:
            raise self._other()
        self._hash.update(chunk)
        self._out.write(chunk)

    def finish(self) -> None:
        """Puts it in place."""
        self._close()
        if self._length != self._file.bytes or self._hash.hexdigest() != self._file.sha256:
            raise self._other()
        if self._file.format == "csv.gz" and _rows_of(self._aside) != self._rows:
            raise _wrong(f"{self._file.name} has not the {self._rows} rows of the manifest.")
        os.replace(self._aside, self.place)

    def give_up(self) -> None:
        """Leaves nothing behind that is not whole."""
        self._close()
        self._aside.unlink(missing_ok=True)

    def _close(self) -> None:
        if self._out is not None:
            self._out.close()
            self._out = None

    def _other(self) -> InvalidReply:
        return _wrong(
            f"{self._file.name} is not the file of the manifest; ask for the manifest again, as the data may have changed."
        )


def downloads(
    manifest: ExportManifest, folder: str | os.PathLike[str], format: FileFormat
) -> Iterator[ExportDownload]:
    """One for each part of a manifest. The folder is made where it is not there."""
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    for part in manifest.parts:
        file = next((each for each in part.files if each.format == format), None)
        if file is None:
            raise ValueError(f"The manifest lists no {format} of {part.date_from}: ask for it with files={format!r}.")
        yield ExportDownload(file, part.rows, place)


def _rows_of(place: Path) -> int:
    """Lines after the head. No field of an export holds a line break."""
    lines = 0
    with gzip.open(place, "rb") as file:
        while chunk := file.read(_CHUNK):
            lines += chunk.count(b"\n")
    return lines - 1


def _wrong(message: str) -> InvalidReply:
    return InvalidReply(message, code="invalid_reply")
