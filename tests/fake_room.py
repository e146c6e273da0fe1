"""A room without a sound card: a private sound server with two null sinks.

What is played into the sink `mic` is what the program hears; what the program
plays arrives at the sink `speaker`, whose monitor the tests record. PortAudio
gets there the way it does on a real machine: through ALSA, which an
ALSA_CONFIG_PATH of the room's own points at the server.

Needs Debian's pulseaudio, pulseaudio-utils and libasound2-plugins. The
environment has to be set before PortAudio loads; conftest.py sees to that.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

RATE = 48_000
"""The room's own sample rate, Hz."""

MICROPHONE = "room_microphone"
SPEAKER = "room_speaker"
"""The devices' names, as PortAudio lists them."""

Samples = NDArray[np.float32]

# norewinds: a null sink otherwise rewinds when a player joins, and the first
# samples of every sound never reach its monitor.
_SERVER = """\
.fail
load-module module-native-protocol-unix auth-anonymous=1 socket={socket}
load-module module-null-sink sink_name=mic rate={rate} channels=1 norewinds=1
load-module module-null-sink sink_name=speaker rate={rate} channels=1 norewinds=1
set-default-sink speaker
set-default-source mic.monitor
"""

_ALSA = f"""\
pcm.{MICROPHONE} {{ type pulse device "mic.monitor" }}
pcm.{SPEAKER} {{ type pulse device "speaker" }}
pcm.!default {{ type asym playback.pcm {SPEAKER} capture.pcm {MICROPHONE} }}
"""


class FakeRoom:
    """The sound server of one test run; `environment` leads a program to it."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._socket = home / "native"
        self._server: subprocess.Popen[bytes] | None = None
        (home / "default.pa").write_text(_SERVER.format(socket=self._socket, rate=RATE))
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
        """Start the server; returns when it takes connections."""
        self._server = subprocess.Popen(
            ["pulseaudio", "-n", "-F", str(self._home / "default.pa"), "--daemonize=no",
             "--exit-idle-time=-1", "--use-pid-file=no", "--realtime=no", "--high-priority=no",
             "--disable-shm=yes", f"--log-target=newfile:{self._home}/log"],
            env={**os.environ, **self.environment},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        # pactl fails at once while nobody listens; a few tries bridge the start.
        pause = threading.Event()
        for _ in range(200):
            if self.control("info").returncode == 0:
                return
            if self._server.poll() is not None:
                break
            pause.wait(0.05)
        self.kill()
        log = "\n".join(path.read_text() for path in self._home.glob("log*"))
        raise RuntimeError(f"the fake room's sound server did not start:\n{log}")

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

    def control(self, *command: str) -> subprocess.CompletedProcess[bytes]:
        """Run pactl with these words."""
        return subprocess.run(
            ["pactl", *command], env={**os.environ, **self.environment},
            capture_output=True, check=False,
        )

    def say(self, samples: Samples, rate: int = RATE) -> subprocess.Popen[bytes]:
        """Play samples (mono, -1..1) where the microphone hears them; ends with the sound."""
        path = self._home / f"say-{os.urandom(4).hex()}.wav"
        soundfile.write(path, samples, rate, subtype="FLOAT")
        return self.say_file(path)

    def say_file(self, path: Path) -> subprocess.Popen[bytes]:
        """Play a sound file where the microphone hears it; ends with the sound."""
        return self._client(["paplay", "--device=mic", "--latency-msec=200", str(path)])

    def record_speaker(self) -> Recording:
        """Record what the program plays from here on."""
        return Recording(self._client(
            ["parec", "--device=speaker.monitor", "--raw", "--format=float32le",
             f"--rate={RATE}", "--channels=1", "--latency-msec=10"], stdout=subprocess.PIPE,
        ))

    def _client(
        self, command: Sequence[str], stdout: int = subprocess.DEVNULL
    ) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command, env={**os.environ, **self.environment}, stdin=subprocess.DEVNULL,
            stdout=stdout, stderr=subprocess.DEVNULL,
        )


class Recording:
    """What comes out of the speaker, read as it comes."""

    def __init__(self, recorder: subprocess.Popen[bytes]) -> None:
        self._recorder = recorder
        self._parts: list[bytes] = []
        self._came = threading.Event()
        self._reader = threading.Thread(target=self._read, name="recording", daemon=True)
        self._reader.start()
        self._came.wait(10)

    def _read(self) -> None:
        stream = self._recorder.stdout
        while stream is not None and (part := os.read(stream.fileno(), 65536)):
            self._parts.append(part)
            self._came.set()

    def more(self) -> None:
        """Wait for more sound (silence is sound too)."""
        self._came.clear()
        self._came.wait(10)

    @property
    def samples(self) -> Samples:
        """Everything so far: mono float32 at the room's rate."""
        sound = b"".join(self._parts)
        return np.frombuffer(sound[: len(sound) // 4 * 4], np.float32)

    def stop(self) -> Samples:
        """End the recording and give all of it."""
        self._recorder.terminate()
        self._recorder.wait()
        self._reader.join()
        return self.samples


def noise(seconds: float, rate: int = RATE, seed: int = 1, band: float = 7000.0) -> Samples:
    """Noise below `band` Hz at a level that clips nowhere: finds its place in any recording."""
    count = int(seconds * rate)
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(count))
    spectrum[np.fft.rfftfreq(count, 1 / rate) > band] = 0
    sound = np.fft.irfft(spectrum, count)
    return np.asarray(0.5 * sound / np.abs(sound).max(), np.float32)


def locate(wanted: Samples, recorded: Samples) -> tuple[int, float]:
    """Where `wanted` begins in `recorded` (samples) and how alike the two are there (0..1).

    Found to an eighth of a sample: on its way through two rates sound may be
    shifted by less than one, and that does not make it another sound.
    """
    size = 1 << (len(recorded) + len(wanted)).bit_length()
    finer = 8
    match = finer * np.fft.irfft(
        np.fft.rfft(recorded.astype(float), size)
        * np.conj(np.fft.rfft(wanted.astype(float), size)), finer * size,
    )[: finer * max(1, len(recorded))]
    best = int(np.argmax(match))
    at = best // finer
    part = recorded[at : at + len(wanted)].astype(float)
    loudness = float(np.linalg.norm(part) * np.linalg.norm(wanted))
    return at, float(match[best]) / loudness if loudness else 0.0


def heard_whole(wanted: Samples, recorded: Samples, rate: int = RATE) -> bool:
    """Is all of `wanted` in the recording, in order?

    Judged in pieces of 50 ms, four of five alike to 0.99 and none later than
    two seconds after the one before: the room's server is an ordinary process,
    and on a busy machine it stumbles, or the output has to be brought back.
    """
    size = rate // 20
    pieces = range(0, len(wanted) - size + 1, size)
    here, _ = locate(wanted[: 4 * size], recorded)
    alike = 0
    for start in pieces:
        before = max(0, here - size)
        nearby = recorded[before : here + size + 2 * rate]
        at, likeness = locate(wanted[start : start + size], nearby)
        if likeness > 0.99:
            alike += 1
            here = before + at
        here += size
    return alike >= 0.8 * len(pieces)
