import type { Adapter, AdapterPayload } from 'oidc-provider'

/** What an issuer stores, by kind and id. */
export type Records = Map<string, AdapterPayload>

/** Creates an adapter for the sessions, codes and tokens of one issuer, which are in `records`. */
export function createMemory(records: Records): new (kind: string) => Adapter {
  return class Memory implements Adapter {
    readonly #kind: string

    constructor(kind: string) {
      this.#kind = kind
    }

    async upsert(id: string, payload: AdapterPayload): Promise<void> {
      records.set(this.#key(id), payload)
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      return records.get(this.#key(id))
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return this.#ofKind().find((payload) => payload.uid === uid)
    }

    async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
      return this.#ofKind().find((payload) => payload.userCode === userCode)
    }

    async consume(id: string): Promise<void> {
      const payload = records.get(this.#key(id))
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    }

    async destroy(id: string): Promise<void> {
      records.delete(this.#key(id))
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, payload] of records) if (payload.grantId === grantId) records.delete(key)
    }

    #key(id: string): string {
      return `${this.#kind}:${id}`
    }

    #ofKind(): AdapterPayload[] {
      return [...records].filter(([key]) => key.startsWith(`${this.#kind}:`)).map(([, payload]) => payload)
    }
  }
}
