/* Small sounds, made here: dice that land, a pencil that writes, two notes that call. Off unless asked for. */
import { settings } from "./store";

let audio: AudioContext | null = null;

/* A burst of noise that dies away; `tone` is the middle of what is heard of it, in hertz. */
function burst(at: number, length: number, tone: number, loud: number): void {
  const { sampleRate } = audio!;
  const noise = audio!.createBuffer(1, Math.ceil(sampleRate * length), sampleRate);
  const wave = noise.getChannelData(0);
  for (let i = 0; i < wave.length; i++)
    wave[i] = (Math.random() * 2 - 1) * (1 - i / wave.length) ** 2;
  const source = new AudioBufferSourceNode(audio!, { buffer: noise });
  const filter = new BiquadFilterNode(audio!, { type: "bandpass", frequency: tone, Q: 1.4 });
  const gain = new GainNode(audio!, { gain: loud });
  source.connect(filter).connect(gain).connect(audio!.destination);
  source.start(audio!.currentTime + at);
}

/* A soft note. */
function note(at: number, tone: number): void {
  const begins = audio!.currentTime + at;
  const source = new OscillatorNode(audio!, { type: "sine", frequency: tone });
  const gain = new GainNode(audio!, { gain: 0 });
  gain.gain.setTargetAtTime(0.25, begins, 0.01);
  gain.gain.setTargetAtTime(0, begins + 0.12, 0.12);
  source.connect(gain).connect(audio!.destination);
  source.start(begins);
  source.stop(begins + 0.8);
}

/* Who calls has asked whether that is wanted. */
export function play(sound: "dice" | "pencil" | "call"): void {
  if (typeof AudioContext === "undefined" || (sound !== "call" && !settings.get().sound)) return;
  audio ??= new AudioContext();
  if (sound === "call")
    for (const [at, tone] of [
      [0, 660],
      [0.18, 880],
    ] as const)
      note(at, tone);
  else if (sound === "dice")
    for (const at of [0, 0.07, 0.13]) burst(at, 0.05, 1800 - at * 5000, 0.5);
  else burst(0, 0.09, 4200, 0.12);
}
