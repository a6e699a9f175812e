/** Encodes text in charsets that Node can only decode. Each table is the inverse of TextDecoder's. */
export function encodeText(text: string, charset: string): Buffer {
  const name = charset.toLowerCase()
  if (name === 'utf-8' || name === 'us-ascii') return Buffer.from(text, 'utf8')
  if (name === 'iso-8859-1') return Buffer.from(text, 'latin1')
  if (name === 'iso-2022-jp') return encodeIso2022Jp(text)
  const table = getTable(name, () => (isDoubleByte(name) ? doubleBytes(0x81) : singleBytes()))
  return Buffer.concat([...text].map((character) => encodeCharacter(character, table, name)))
}

type Table = ReadonlyMap<string, Buffer>

const tables = new Map<string, Table>()

function isDoubleByte(name: string): boolean {
  return ['gbk', 'gb2312', 'big5', 'euc-kr', 'euc-jp', 'shift_jis'].includes(name)
}

function getTable(charset: string, candidates: () => Iterable<Buffer>): Table {
  const cached = tables.get(charset)
  if (cached) return cached
  const decoder = new TextDecoder(charset)
  const table = new Map<string, Buffer>()
  for (const bytes of candidates()) {
    const character = decoder.decode(bytes)
    if ([...character].length === 1 && character !== '\ufffd' && !table.has(character)) table.set(character, bytes)
  }
  tables.set(charset, table)
  return table
}

function* singleBytes(): Generator<Buffer> {
  for (let byte = 0; byte < 0x100; byte++) yield Buffer.of(byte)
}

function* doubleBytes(firstLead: number): Generator<Buffer> {
  for (let byte = 0; byte < 0x80; byte++) yield Buffer.of(byte)
  for (let lead = firstLead; lead < 0xff; lead++) {
    for (let trail = 0x40; trail < 0xff; trail++) yield Buffer.of(lead, trail)
  }
}

const TO_KANJI = Buffer.from('\x1b$B', 'latin1')
const TO_ASCII = Buffer.from('\x1b(B', 'latin1')

function* kanji(): Generator<Buffer> {
  for (let row = 0x21; row < 0x7f; row++) {
    for (let cell = 0x21; cell < 0x7f; cell++) yield Buffer.concat([TO_KANJI, Buffer.of(row, cell), TO_ASCII])
  }
}

/** Runs of JIS X 0208 characters are enclosed in escape sequences (RFC 1468). */
function encodeIso2022Jp(text: string): Buffer {
  const table = getTable('iso-2022-jp', kanji)
  const runs = text.match(/\p{ASCII}+|\P{ASCII}+/gu) ?? []
  const encoded = runs.map((run) => {
    if (run.charCodeAt(0) < 0x80) return Buffer.from(run, 'latin1')
    const characters = [...run].map((character) =>
      encodeCharacter(character, table, 'iso-2022-jp').subarray(TO_KANJI.length, -TO_ASCII.length),
    )
    return Buffer.concat([TO_KANJI, ...characters, TO_ASCII])
  })
  return Buffer.concat(encoded)
}

function encodeCharacter(character: string, table: Table, charset: string): Buffer {
  const bytes = table.get(character)
  if (!bytes) throw new RangeError(`"${character}" cannot be encoded in ${charset}`)
  return bytes
}
