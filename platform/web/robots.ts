import robotsParser from 'robots-parser'
import { createCache } from '../../src/runtime/cache.ts'
import { ROBOT_NAME, type WebClient } from './client.ts'
import { FetchFailure, refused } from './errors.ts'
import { selectRules } from './robots-rules.ts'

/** The package declares its only export as the default one of an ES module, which it is not. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default

interface RobotsPolicy {
  isAllowed(url: URL): boolean
  /** Minimum time between two requests (ms). */
  delayMs: number
}

const MEDIA_TYPES: ReadonlySet<string> = new Set(['text/plain', 'text/html', 'application/octet-stream', ''])
const MAX_ORIGINS = 200
const HOUR_MS = 3_600_000
/** A site that wants longer delays (ms) is served with this one: few pages of a site are ever fetched. */
const MAX_DELAY_MS = 10_000

/** The parser compares an address with patterns of wildcards in as many steps as the product of their lengths; at most these. */
const MAX_STEPS = 10_000_000

const EVERYTHING: RobotsPolicy = { isAllowed: () => true, delayMs: 0 }
const NOTHING: RobotsPolicy = { isAllowed: () => false, delayMs: 0 }

/** The rules that sites publish for robots (RFC 9309), kept for an hour. */
export class Robots {
  readonly #client: Pick<WebClient, 'get'>
  readonly #policies = createCache<RobotsPolicy>(MAX_ORIGINS, { ttl: HOUR_MS })

  constructor(client: Pick<WebClient, 'get'>) {
    this.#client = client
  }

  /** Throws FetchFailure if the site does not want the URL to be fetched, or if that is not known at the moment. */
  async requireAllowed(url: URL): Promise<void> {
    const policy = this.#policies.get(url.origin) ?? (await this.#load(url.origin))
    if (!policy.isAllowed(url)) throw refused('robots.txt of the site does not allow it')
  }

  /** The delay between requests that a site wants, as far as it is known (ms). */
  delayOf(origin: string): number {
    return this.#policies.get(origin)?.delayMs ?? 0
  }

  async #load(origin: string): Promise<RobotsPolicy> {
    const policy = await this.#fetch(`${origin}/robots.txt`)
    this.#policies.set(origin, policy)
    return policy
  }

  /** A site without the file allows everything; a site that does not respond allows nothing (RFC 9309, 2.3.1). */
  async #fetch(url: string): Promise<RobotsPolicy> {
    try {
      const { bytes, mediaType } = await this.#client.get({ url, mediaTypes: MEDIA_TYPES })
      return mediaType === 'text/html' ? EVERYTHING : parsePolicy(url, bytes.toString('utf8'))
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      if (error.isTemporary) throw new FetchFailure(`robots.txt: ${error.message}`, { ...error, isTemporary: true })
      return EVERYTHING
    }
  }
}

/** Nothing is fetched from a site whose rules would take too long to follow. */
function parsePolicy(url: string, file: string): RobotsPolicy {
  const rules = selectRules(file, ROBOT_NAME)
  if (!rules) return NOTHING
  const robots = parseRobots(url, rules.text)
  const delay = (robots.getCrawlDelay(ROBOT_NAME) ?? 0) * 1_000
  return {
    isAllowed: ({ href }) => {
      return rules.wildcardLength * href.length <= MAX_STEPS && (robots.isAllowed(href, ROBOT_NAME) ?? true)
    },
    delayMs: Math.min(Math.max(0, Number.isFinite(delay) ? delay : 0), MAX_DELAY_MS),
  }
}
