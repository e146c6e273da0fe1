"""A room without a sound card: a private sound server with two null sinks.

What is played into the sink `mic` is what the program hears; what the program
plays arrives at the sink `speaker`, whose monitor is recorded. PortAudio gets
there the way it does on a real machine: through ALSA, which an ALSA_CONFIG_PATH
of the room's own points at the server.

Needs Debian's pulseaudio, pulseaudio-utils and libasound2-plugins. The
environment has to be set before PortAudio loads.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import soundfile

from voicekeeper.faults import SoundFault
from voicekeeper.sound.events import Line
from voicekeeper.sound.take import Samples

RATE = 48_000
"""The room's own sample rate, Hz."""

MICROPHONE = "room_microphone"
SPEAKER = "room_speaker"
"""The devices' names, as PortAudio lists them."""

_SINKS: dict[Line, str] = {"microphone": "mic", "speaker": "speaker"}
_MISSING = ("There is no {program}: install the packages pulseaudio, pulseaudio-utils and "
            "libasound2-plugins.")
# Blocks come late, never early: among so many there is one that came at once.
_NEARBY = 5.0  # seconds

# norewinds: a null sink otherwise rewinds when a player joins, and the first
# samples of every sound never reach its monitor.
_DEVICE = f"module-null-sink sink_name={{sink}} rate={RATE} channels=1 norewinds=1"
_SERVER = """\
.fail
load-module module-native-protocol-unix auth-anonymous=1 socket={socket}
load-module {microphone}
load-module {speaker}
set-default-sink speaker
set-default-source mic.monitor
"""

_ALSA = f"""\
pcm.{MICROPHONE} {{ type pulse device "mic.monitor" }}
pcm.{SPEAKER} {{ type pulse device "speaker" }}
pcm.!default {{ type asym playback.pcm {SPEAKER} capture.pcm {MICROPHONE} }}
"""


class FakeRoom:
    """A sound server with its files in the folder `home`; `environment` leads a program to it."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._socket = home / "native"
        self._server: subprocess.Popen[bytes] | None = None
        (home / "default.pa").write_text(_SERVER.format(
            socket=self._socket, microphone=_DEVICE.format(sink="mic"),
            speaker=_DEVICE.format(sink="speaker")))
        (home / "asound.conf").write_text(_ALSA)
        self.environment = {
            "PULSE_RUNTIME_PATH": str(home),
            "PULSE_STATE_PATH": str(home),
            "PULSE_COOKIE": str(home / "cookie"),
            "PULSE_SERVER": f"unix:{self._socket}",
            "ALSA_CONFIG_PATH": f"/usr/share/alsa/alsa.conf:{home}/asound.conf",
        }

    @property
    def running(self) -> bool:
        """Is the server up?"""
        return self._server is not None

    def start(self) -> None:
        """Start the server; returns when it takes connections. Raises SoundFault."""
        self._server = self._run(
            ["pulseaudio", "-n", "-F", str(self._home / "default.pa"), "--daemonize=no",
             "--exit-idle-time=-1", "--use-pid-file=no", "--realtime=no", "--high-priority=no",
             "--disable-shm=yes", f"--log-target=newfile:{self._home}/log"])
        # pactl fails at once while nobody listens; a few tries bridge the start.
        pause = threading.Event()
        for _ in range(200):
            if self.control("info").returncode == 0:
                return
            if self._server.poll() is not None:
                break
            pause.wait(0.05)
        self.kill()
        log = " ".join(path.read_text().strip() for path in self._home.glob("log*"))
        raise SoundFault(f"The fake room's sound server did not start: {log or 'no reason given'}")

    def kill(self) -> None:
        """End the server at once, as a crash would."""
        if self._server is not None:
            self._server.kill()
            self._server.wait()
            self._server = None
        self._socket.unlink(missing_ok=True)

    def freeze(self) -> None:
        """Stop the server without ending it."""
        if self._server is not None:
            self._server.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let a frozen server go on."""
        if self._server is not None:
            self._server.send_signal(signal.SIGCONT)

    def unplug(self, line: Line) -> None:
        """Take the microphone or the speaker away, as pulling its plug does."""
        wanted = _DEVICE.format(sink=_SINKS[line]).split(maxsplit=1)
        for module in self.control("list", "short", "modules").stdout.decode().splitlines():
            number, *what = module.split("\t")
            if what[:2] == wanted:
                self.control("unload-module", number)

    def plug(self, line: Line) -> None:
        """Put it back."""
        self.control("load-module", *_DEVICE.format(sink=_SINKS[line]).split())

    def occupy(self, line: Line) -> None:
        """Let another program have it, past the sound server."""
        self.control("suspend-sink", _SINKS[line], "1")

    def give_back(self, line: Line) -> None:
        """The other program has done with it."""
        self.control("suspend-sink", _SINKS[line], "0")

    def control(self, *command: str) -> subprocess.CompletedProcess[bytes]:
        """Run pactl with these words. Raises SoundFault where there is none."""
        try:
            return subprocess.run(
                ["pactl", *command], env={**os.environ, **self.environment},
                capture_output=True, check=False,
            )
        except FileNotFoundError as error:
            raise SoundFault(_MISSING.format(program="pactl")) from error

    def say(self, samples: Samples, rate: int = RATE) -> subprocess.Popen[bytes]:
        """Play samples (mono, -1..1) where the microphone hears them; ends with the sound."""
        path = self._home / f"say-{os.urandom(4).hex()}.wav"
        soundfile.write(path, samples, rate, subtype="FLOAT")
        return self.say_file(path)

    def say_file(self, path: Path) -> subprocess.Popen[bytes]:
        """Play a sound file where the microphone hears it; ends with the sound."""
        return self._run(["paplay", "--device=mic", "--latency-msec=200", str(path)])

    def record_speaker(self) -> Recording:
        """Record what the program plays from here on."""
        return self._record("speaker")

    def record_microphone(self) -> Recording:
        """Record what the program's microphone hears from here on."""
        return self._record("mic")

    def _record(self, sink: str) -> Recording:
        return Recording(self._run(
            ["parec", f"--device={sink}.monitor", "--raw", "--format=float32le",
             f"--rate={RATE}", "--channels=1", "--latency-msec=10"], stdout=subprocess.PIPE,
        ))

    def _run(
        self, command: Sequence[str], stdout: int = subprocess.DEVNULL
    ) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                command, env={**os.environ, **self.environment}, stdin=subprocess.DEVNULL,
                stdout=stdout, stderr=subprocess.DEVNULL,
            )
        except FileNotFoundError as error:
            raise SoundFault(_MISSING.format(program=command[0])) from error


class Recording:
    """What passes through a sink, read as it comes: mono float32 at the room's rate."""

    def __init__(self, recorder: subprocess.Popen[bytes]) -> None:
        self._recorder = recorder
        self._lock = threading.Lock()
        self._parts: list[bytes] = []
        self._forgotten = 0  # bytes
        self._length = 0  # bytes, the forgotten ones too
        self._arrivals: list[tuple[int, float]] = []
        self._came = threading.Event()
        self._reader = threading.Thread(target=self._read, name="recording", daemon=True)
        self._reader.start()
        self._came.wait(10)

    def _read(self) -> None:
        stream = self._recorder.stdout
        while stream is not None and (part := os.read(stream.fileno(), 65536)):
            at = time.monotonic()
            with self._lock:
                self._parts.append(part)
                self._length += len(part)
                self._arrivals.append((self._length // 4, at))
            self._came.set()

    def more(self) -> None:
        """Wait for more sound (silence is sound too)."""
        self._came.clear()
        self._came.wait(10)

    def __len__(self) -> int:
        """How many samples there have been so far."""
        return self._length // 4

    @property
    def samples(self) -> Samples:
        """Everything so far that is not forgotten."""
        return self.since(self._forgotten // 4)

    def since(self, start: int) -> Samples:
        """The samples from this one on, counted from the beginning; none forgotten."""
        wanted: list[bytes] = []
        with self._lock:
            begin = self._length
            for part in reversed(self._parts):
                if begin <= 4 * start:
                    break
                begin -= len(part)
                wanted.append(part)
        sound = b"".join(reversed(wanted))[max(0, 4 * start - begin):]
        return np.frombuffer(sound[: len(sound) // 4 * 4], np.float32)

    def forget(self) -> None:
        """Keep nothing of what there has been; samples are counted on."""
        with self._lock:
            # Four bytes are a sample, and a part may end within one.
            rest = self._length % 4
            last = b"".join(self._parts[-4:])
            self._parts = [last[len(last) - rest:]] if rest else []
            self._forgotten = self._length - rest
            recent = time.monotonic() - _NEARBY
            self._arrivals = [one for one in self._arrivals if one[1] > recent]

    def time_of(self, sample: int) -> float:
        """When this sample passed, a time of time.monotonic(): a few ms late, never early.

        The sink keeps time; what is read of it comes late by more or less. So
        the block of those around it that was quickest tells.
        """
        with self._lock:
            arrivals = list(self._arrivals)
        near = [at - (end - sample) / RATE for end, at in arrivals
                if abs(end - sample) < _NEARBY * RATE]
        if not near:
            raise ValueError(f"sample {sample} is not in this recording, or long ago")
        return min(near)

    def stop(self) -> Samples:
        """End the recording and give all of it that is not forgotten."""
        self._recorder.terminate()
        self._recorder.wait()
        self._reader.join()
        return self.samples
