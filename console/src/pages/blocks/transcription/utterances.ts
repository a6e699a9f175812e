/** What somebody said. Times are ms from the start of the meeting. */
export interface Utterance {
  index: number
  time?: number
  speaker?: string
  text: string
}

/** “[00:04:12] Ada Lovelace: I'll send it on Friday.” The name is missing if the vendor does not know it. */
const TIMED = /^\[(?:(\d+):)?(\d{1,2}):(\d{2})(?:\.(\d{1,3}))?\][ \t]*(.*)$/
/** A name before a colon. Longer ones are sentences. */
const SPEAKER = /^([^:\n[\]]{1,60}):(?:[ \t]+|$)(.*)$/

/**
 * Reads a transcript. A line without a time goes on with the previous one; if no line has a time, each is something that was
 * said.
 */
export function parseTranscript(text: string | null | undefined): Utterance[] {
  const lines = (text ?? '').split(/\r?\n/).filter((line) => line.trim() !== '')
  const isTimed = lines.some((line) => TIMED.test(line))
  const utterances: Utterance[] = []
  for (const line of lines) {
    const match = TIMED.exec(line)
    const last = utterances.at(-1)
    if (match) utterances.push({ index: utterances.length, time: toTime(match), ...toSpeech(match[5] ?? '') })
    else if (isTimed && last) last.text = `${last.text}\n${line.trim()}`
    else utterances.push({ index: utterances.length, ...toSpeech(line.trim()) })
  }
  return utterances
}

function toTime([, hours = '0', minutes = '0', seconds = '0', fraction = '0']: RegExpExecArray): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(fraction.padEnd(3, '0'))
}

function toSpeech(text: string): Pick<Utterance, 'speaker' | 'text'> {
  const [, speaker, said] = SPEAKER.exec(text) ?? []
  return speaker === undefined || /^https?$/i.test(speaker)
    ? { text: text.trim() }
    : { speaker: speaker.trim(), text: (said ?? '').trim() }
}

/** What is being said at a time: the last utterance that has begun by then, or the first one. Undefined without times. */
export function indexAt(utterances: readonly Utterance[], time: number): number | undefined {
  let found: number | undefined
  for (const { index, time: begin } of utterances) {
    if (begin === undefined) continue
    if (begin > time) return found ?? index
    found = index
  }
  return found
}

/** Such as “4:12” and “1:04:12”, from ms. */
export function formatOffset(time: number): string {
  const seconds = Math.max(0, Math.floor(time / 1_000))
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)]
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
