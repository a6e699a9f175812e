import type { CallTranscript, Cue, VttStyle } from './model.ts'

/** Lines of a cue's text. */
const LINE_BREAK = ' | '

/** A transcript as WebVTT with the names of the speakers. */
export function toVtt({ style, cues }: CallTranscript): string {
  const blocks = cues.map((cue, index) => [
    ...toHead(style, index),
    formatTiming(style, cue),
    formatVoice(style, cue, index),
  ])
  const note = style === 'rich' ? [['NOTE', 'language:en-us', 'duration:"00:41:10.0000000"']] : []
  const text = [['WEBVTT'], ...note, ...blocks].map((lines) => `${lines.join('\n')}\n`).join('\n')
  return style === 'rich' ? text.replaceAll('\n', '\r\n') : text
}

/** WebVTT whose cues hold JSON. */
export function toMetadataVtt({ start, language, cues }: CallTranscript): string {
  const blocks = cues.map((cue) => {
    const payload = {
      startDateTime: formatOffsetTime(start + cue.startMs),
      endDateTime: formatOffsetTime(start + cue.endMs),
      speakerName: cue.speaker ?? '',
      spokenText: cue.text.replaceAll(LINE_BREAK, ' '),
      spokenLanguage: language,
    }
    return `${formatTiming('plain', cue)}\n${JSON.stringify(payload)}\n`
  })
  return ['WEBVTT\n', ...blocks].join('\n')
}

/** A transcript without names, in either of the two forms that are known. Without blank lines, every text has one line. */
export function toUnattributed({ cues }: CallTranscript, form: 'bare' | 'webvtt'): string {
  const lineBreak = form === 'bare' ? '\n' : ' '
  const blocks = cues.map((cue) => `${formatTiming('plain', cue)}\n${cue.text.replaceAll(LINE_BREAK, lineBreak)}\n`)
  return form === 'bare' ? blocks.join('\n') : ['WEBVTT\n', ...blocks].join('')
}

/** Cues of the rich style have identifiers. */
function toHead(style: VttStyle, index: number): string[] {
  return style === 'rich' ? [`${index}-e3c${index.toString(16).padStart(4, '0')}`] : []
}

function formatTiming(style: VttStyle, { startMs, endMs }: Cue): string {
  const format = style === 'documented' ? formatUnpadded : formatPadded
  return `${format(startMs)} --> ${format(endMs)}`
}

/** `00:00:16.246`, or `-00:00:02.500` for what was said before transcription began. */
function formatPadded(ms: number): string {
  const sign = ms < 0 ? '-' : ''
  return sign + new Date(Math.abs(ms)).toISOString().slice(11, 23)
}

/** `0:0:5.320`, `0:0:0.0` */
function formatUnpadded(ms: number): string {
  const [whole, fraction] = [Math.floor(Math.abs(ms) / 1000), Math.abs(ms) % 1000]
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return `${ms < 0 ? '-' : ''}${parts.join(':')}.${fraction === 0 ? '0' : String(fraction).padStart(3, '0')}`
}

function formatVoice(style: VttStyle, { speaker, text }: Cue, index: number): string {
  const lines = escapeText(text).replaceAll(LINE_BREAK, '\n')
  if (speaker === undefined) return lines
  const loud = style === 'rich' && index % 5 === 2 ? '.loud' : ''
  // The end of a voice may be left out where the cue has no other one.
  const end = style === 'rich' && index % 4 === 3 ? '' : '</v>'
  return `<v${loud} ${escapeText(speaker)}>${lines}${end}`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function formatOffsetTime(time: number): string {
  return new Date(time).toISOString().replace('Z', '0000+00:00')
}
