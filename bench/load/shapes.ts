/** Sizes are those of the whole body (bytes). */
const BODY_BYTES = 49 * 1024 * 1024

const CONNECTION = {
  connectionId: 'c',
  provider: 'provider-hub',
  application: 'gmail',
  credential: { accessToken: 'token', email: 'ada@acme.example', instanceUrl: 'https://x.example', profile: null },
}

const RECORD = JSON.stringify({
  externalId: '0035g00000ABCDEFGH',
  values: ['FirstName', 'LastName', 'Title', 'Phone'].map((name) => ({ name, value: `${name} of a person` })),
})

/** Bodies of almost 50 MB for /upsert/table. The first and the last match the contract. */
export const SHAPES: Readonly<Record<string, () => string>> = {
  'a table of records': () =>
    fill(
      `{"connectedProvider":${JSON.stringify(CONNECTION)},"table":{"metadata":{"metadataType":"Contact"},"records":[`,
      () => RECORD,
      ']}}',
    ),
  'empty lists': () => fill('{"table":[', () => '[]', ']}'),
  'lists in lists': () => `{"table":${'['.repeat(BODY_BYTES / 2)}${']'.repeat(BODY_BYTES / 2)}}`,
  'members of one object': () => fill('{', (index) => `"member${index}":${index}`, '}'),
  'one text': () =>
    `{"connectedProvider":${JSON.stringify(CONNECTION)},"table":{"metadata":{"metadataType":"Contact"},"records":[]},"text":"${'x'.repeat(BODY_BYTES)}"}`,
}

function fill(start: string, part: (index: number) => string, end: string): string {
  const parts: string[] = []
  let length = start.length
  for (let index = 0; length < BODY_BYTES; index += 1) {
    const text = part(index)
    parts.push(text)
    length += text.length + 1
  }
  return start + parts.join(',') + end
}
