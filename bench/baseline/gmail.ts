interface Body {
  connectedProvider: { credential: { accessToken: string } }
  filter: { limit: number }
}

/** Fetches one page of messages with the vendor's library only: the list, then all messages concurrently. */
export async function benchMail(body: unknown): Promise<object> {
  const { connectedProvider, filter } = body as Body
  const { gmail, auth } = await import('googleapis/build/src/apis/gmail/index.js')
  const client = new auth.OAuth2()
  client.setCredentials({ access_token: connectedProvider.credential.accessToken })
  const api = gmail({ version: 'v1', auth: client, rootUrl: `${process.env.GOOGLE_ORIGIN}/` })
  const list = await api.users.messages.list({ userId: 'me', maxResults: filter.limit }, { retry: false })
  const ids = (list.data.messages ?? []).flatMap(({ id }) => id ?? [])
  const get = (id: string) => api.users.messages.get({ userId: 'me', id, format: 'full' }, { retry: false })
  const messages = await Promise.all(ids.map(async (id) => (await get(id)).data))
  return { messages }
}
