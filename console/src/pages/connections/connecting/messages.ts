import { toSafeUrl } from '../../../text/urls.ts'

/** A text and a link to pass on, such as one to an administrator's page. */
export interface HelpLink {
  text: string
  url: string
}

/** What the last page in the window says to the window that opened it. */
export interface ConnectMessage {
  type: 'connected' | 'error'
  connectionId?: string
  title?: string
  paragraphs: readonly string[]
  link?: HelpLink
}

/** A message of the provider's page at this origin. Undefined for anything else, which anybody can send. */
export function parseMessage(
  { origin, data }: Pick<MessageEvent, 'origin' | 'data'>,
  from: string,
): ConnectMessage | undefined {
  if (origin !== from || !isObject(data) || data.source !== 'provider-hub') return undefined
  const { type, connectionId, title, paragraphs, link } = data
  if (type !== 'connected' && type !== 'error') return undefined
  const help = toHelpLink(link)
  return {
    type,
    paragraphs: Array.isArray(paragraphs) ? paragraphs.filter((paragraph) => typeof paragraph === 'string') : [],
    ...(typeof connectionId === 'string' ? { connectionId } : {}),
    ...(typeof title === 'string' ? { title } : {}),
    ...(help === undefined ? {} : { link: help }),
  }
}

function toHelpLink(link: unknown): HelpLink | undefined {
  if (!isObject(link) || typeof link.text !== 'string' || typeof link.url !== 'string') return undefined
  const url = toSafeUrl(link.url)
  return url === undefined ? undefined : { text: link.text, url }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
