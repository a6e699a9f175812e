import type { GraphRequest } from '../api/graph-request.ts'
import { GraphReply } from '../api/responses.ts'
import type { MicrosoftState } from '../state.ts'
import { checkAttributionSwitch, checkTranscriptSwitch } from './access.ts'
import { requireTranscript } from './transcripts.ts'
import { toMetadataVtt, toUnattributed, toVtt } from './vtt.ts'

const VTT = 'text/vtt'
const UNATTRIBUTED = 'application/vnd.microsoft.graph.transcript+text'

/** The text of a transcript, in the format of `$format` or `Accept` (https://learn.microsoft.com/graph/api/calltranscript-get). */
export function getContent(microsoft: MicrosoftState, request: GraphRequest): object {
  checkTranscriptSwitch(microsoft, request)
  const format = resolveFormat(request)
  const { transcript } = requireTranscript(microsoft, request)
  if (format === UNATTRIBUTED) return toReply(format, toUnattributed(transcript, microsoft.settings.unattributedForm))
  checkAttributionSwitch(microsoft, request)
  return toReply(format, toVtt(transcript))
}

/** The same with the time, the language and the name of every utterance. It needs the switch for names, too. */
export function getMetadataContent(microsoft: MicrosoftState, request: GraphRequest): object {
  checkTranscriptSwitch(microsoft, request)
  const { transcript } = requireTranscript(microsoft, request)
  checkAttributionSwitch(microsoft, request)
  return toReply(VTT, toMetadataVtt(transcript))
}

/** `$format` wins over `Accept`, but knows WebVTT only. Wildcards and lists of types are no format. */
function resolveFormat({ http, fail }: GraphRequest): typeof VTT | typeof UNATTRIBUTED {
  const [, format] = [...http.url.searchParams].find(([name]) => name.toLowerCase() === '$format') ?? []
  if (format !== undefined) return format === VTT ? VTT : fail('BadRequest', `Invalid format '${format}'`)
  const { accept } = http.headers
  if (accept === undefined || accept === VTT) return VTT
  return accept === UNATTRIBUTED ? UNATTRIBUTED : fail('BadRequest', `Invalid format '${accept}'`)
}

function toReply(contentType: string, text: string): GraphReply {
  return new GraphReply(200, { 'content-type': contentType }, text)
}
