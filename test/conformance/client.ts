import { expect } from '@jest/globals'
import { Problem, StandardSyncResponse } from '../../src/contract/index.ts'
import { Type } from '../../src/contract/schema.ts'
import { checker } from './routes.ts'

/** A page of a sync, as far as every sync is alike. */
export interface Page {
  items: Record<string, unknown>[]
  metadata?: { warnings?: string[] }
  pagination: { hasMore: boolean; cursor?: string; pageSize: number }
}

/** Talks to a provider server as the platform does. */
export class Client {
  readonly #url: string
  readonly #key: string

  constructor({ url, key }: { url: string; key: string }) {
    this.#url = url
    this.#key = key
  }

  /** Posts JSON with the platform key, or with another one; a text is sent as it is. */
  post(path: string, body: unknown, { key = this.#key }: { key?: string } = {}): Promise<Response> {
    return fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  /** The page that a well-formed request is answered with. */
  async page(path: string, body: object): Promise<Page> {
    const answer = await this.post(path, body)
    const page: unknown = await answer.json()
    expect([path, answer.status, answer.status === 200 ? [] : page]).toEqual([path, 200, []])
    expect(describePage(page)).toEqual([])
    return page as Page
  }
}

/** Items are held against their own schema by whoever knows what they are. */
const describePage = checker(StandardSyncResponse(Type.Unknown()))
const describeProblem = checker(Problem)

/** Holds an answer against the form of a problem; gives its body for what else a test wants to see. */
export async function expectProblem(
  { platformUrl }: { platformUrl?: string },
  answer: Response,
  status: number,
  name: string,
): Promise<Record<string, unknown>> {
  const problem = (await answer.json()) as Record<string, unknown>
  expect([answer.status, problem.type]).toEqual([status, typeOf(name, platformUrl)])
  expect(answer.headers.get('Content-Type')).toContain('application/problem+json')
  expect(problem.status).toBe(status)
  expect(describeProblem(problem)).toEqual([])
  return problem
}

function typeOf(name: string, platformUrl: string | undefined): unknown {
  return platformUrl ? `${platformUrl.replace(/\/+$/, '')}/${name}` : expect.stringMatching(new RegExp(`/${name}$`))
}
