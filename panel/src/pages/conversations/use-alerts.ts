import { useLocalStorage } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { setTitle } from "../../components/title.ts";
import type { Conversation } from "./message-text.ts";

const TONE_HZ = 660;
const TONE_S = 0.18;
const VOLUME = 0.08;

export const useSoundChoice = () => useLocalStorage({ key: "herald.inbox.sound", defaultValue: false });

/** Plays a short generated tone, so that no sound file has to be loaded. */
function playTone(): void {
  const context = new AudioContext();
  const volume = context.createGain();
  volume.gain.setValueAtTime(VOLUME, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + TONE_S);
  const tone = context.createOscillator();
  tone.frequency.value = TONE_HZ;
  tone.connect(volume).connect(context.destination);
  tone.onended = () => void context.close();
  tone.start();
  tone.stop(context.currentTime + TONE_S);
}

const newestOf = (listed: readonly Conversation[]): number =>
  Math.max(0, ...listed.map(({ last_message: last }) => (last?.direction === "inbound" ? Date.parse(last.at) : 0)));

/** Plays a sound for a new message of a customer when the reader has switched that on. */
export function useAlerts(listed: readonly Conversation[]): void {
  const [hasSound] = useSoundChoice();
  const newest = newestOf(listed);
  const heard = useRef(newest);
  useEffect(() => {
    if (hasSound && heard.current > 0 && newest > heard.current) playTone();
    heard.current = Math.max(heard.current, newest);
  }, [newest, hasSound]);
  useEffect(() => {
    setTitle("Conversations");
  }, []);
}
