import type { HttpRequestOptions } from '../http.ts'

/** A request that posts a form of the hub's page as a browser does, with texts and files. */
export async function toFormRequest(fields: Readonly<Record<string, string | File>>): Promise<HttpRequestOptions> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const request = new Request('http://form', { method: 'POST', body: form })
  const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '', 'Sec-Fetch-Site': 'same-origin' }
  return { method: 'POST', headers, body: Buffer.from(await request.arrayBuffer()) }
}
