/* Two small sounds, made here: dice that land and a pencil that writes. Off unless asked for. */
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

export function play(sound: "dice" | "pencil"): void {
  if (!settings.get().sound || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  if (sound === "dice") for (const at of [0, 0.07, 0.13]) burst(at, 0.05, 1800 - at * 5000, 0.5);
  else burst(0, 0.09, 4200, 0.12);
}
