import { expect } from '@jest/globals'
import { Problem, StandardSyncResponse } from '../../src/contract/index.ts'
import { Type } from '../../src/contract/schema.ts'
import { checker } from './routes.ts'

/** A page of any sync. */
export interface Page {
  items: Record<string, unknown>[]
  metadata?: { warnings?: string[] }
  pagination: { hasMore: boolean; cursor?: string; pageSize: number }
}

/** A client of a provider server, which sends requests as the platform does. */
export class Client {
  readonly #url: string
  readonly #key: string

  constructor({ url, key }: { url: string; key: string }) {
    this.#url = url
    this.#key = key
  }

  /** Posts JSON with the platform key or another one. A string is sent unchanged. */
  post(path: string, body: unknown, { key = this.#key }: { key?: string } = {}): Promise<Response> {
    return fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  /** The page in the response to a valid request. */
  async page(path: string, body: object): Promise<Page> {
    const response = await this.post(path, body)
    const page: unknown = await response.json()
    expect([path, response.status, response.status === 200 ? [] : page]).toEqual([path, 200, []])
    expect(describePage(page)).toEqual([])
    return page as Page
  }
}

/** The items are validated by the tests of each route. */
const describePage = checker(StandardSyncResponse(Type.Unknown()))
const describeProblem = checker(Problem)

/** Requires a response to be a problem, and returns its body for further checks. */
export async function expectProblem(
  { platformUrl }: { platformUrl?: string },
  response: Response,
  status: number,
  name: string,
): Promise<Record<string, unknown>> {
  const problem = (await response.json()) as Record<string, unknown>
  expect([response.status, problem.type]).toEqual([status, typeOf(name, platformUrl)])
  expect(response.headers.get('Content-Type')).toContain('application/problem+json')
  expect(problem.status).toBe(status)
  expect(describeProblem(problem)).toEqual([])
  return problem
}

function typeOf(name: string, platformUrl: string | undefined): unknown {
  return platformUrl ? `${platformUrl.replace(/\/+$/, '')}/${name}` : expect.stringMatching(new RegExp(`/${name}$`))
}
