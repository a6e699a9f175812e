import { describe, expect, test } from '@jest/globals'
import { unzip } from '../../../../../src/kit/documents/word/archive.ts'
import { fill, readNames } from '../../../../../src/kit/documents/word/template.ts'
import { aWordFile, paragraph, readPart, table, textOf, type WordFile } from '../word-files.ts'

const namesIn = async (file: WordFile) => readNames(await unzip(aWordFile(file)))
const fillIn = async (file: WordFile, values: Record<string, string>) =>
  fill(await unzip(aWordFile(file)), new Map(Object.entries(values))).bytes

/** The text of a body after filling it. */
const filledBody = async (body: string, values: Record<string, string>) => textOf(await fillIn({ body }, values))

describe('the placeholders of a Word document', () => {
  test('are those of the body, then of headers, footers, footnotes and endnotes, each once', async () => {
    const file = {
      header: paragraph('{{In header}} {{Company}}'),
      footer: paragraph('{{In footer}}'),
      footnote: paragraph('{{In footnote}}'),
      endnote: paragraph('{{In endnote}}'),
      body: paragraph('{{Company}} and {{ Price }}') + table(paragraph('{{Cell}} {{Company}}')),
    }
    expect(await namesIn(file)).toEqual([
      'Company',
      'Price',
      'Cell',
      'In header',
      'In footer',
      'In footnote',
      'In endnote',
    ])
  })

  test('are found where Word has split them into runs', async () => {
    const split = paragraph('Dear {', '{Fir', 'st name', '}', '}, hello')
    expect(await namesIn({ body: split, footnote: paragraph('{{No', 'te}}') })).toEqual(['First name', 'Note'])
    expect(await filledBody(split, { 'First name': 'Ann' })).toBe('Dear Ann, hello')
  })

  test('have names of any script, and names that mean something to JavaScript', async () => {
    const names = ['Größe_2', '価格', 'No. 1-a', 'constructor', '__proto__', 'toString']
    const body = paragraph(names.map((name) => `{{${name}}}`).join(' '))
    expect(await namesIn({ body })).toEqual(names)
    const values = new Map(names.map((name, index) => [name, `v${index}`]))
    expect(textOf(fill(await unzip(aWordFile({ body })), values).bytes)).toBe('v0 v1 v2 v3 v4 v5')
  })

  test.each([
    '{{#loop}} text {{/loop}}',
    '{{@raw}}',
    '{{=[ ]=}} [Name]',
    '{{^no}}',
    '{{-w:p x}}',
    '{{a, b}}',
    '{{}}',
    '{{ }}',
    '{{open',
    'close}}',
    '{single}',
    `{{${'x'.repeat(101)}}}`,
    '{{user.name | upper}}',
  ])('do not include %s, which stays as it is', async (text) => {
    const body = paragraph(`${text} {{Name}}`)
    expect(await namesIn({ body })).toEqual(['Name'])
    expect(await filledBody(body, { Name: 'Ann' })).toBe(`${text} Ann`)
  })

  test('end with their paragraph and their line', async () => {
    const body = paragraph('{{Open') + paragraph('Name}} {{Name}}')
    expect(await namesIn({ body })).toEqual(['Name'])
    expect(await filledBody(body, { Name: 'Ann' })).toBe('{{Open\nName}} Ann')
  })

  test.each(['br', 'cr', 'tab'])('end with their line: <w:%s/>', async (tag) => {
    const body = `<w:p><w:r><w:t>{{Na</w:t><w:${tag}/><w:t>me}} {{Name}}</w:t></w:r></w:p>`
    expect(await namesIn({ body })).toEqual(['Name'])
    expect((await filledBody(body, { Name: 'Ann' })).replace(/[↵\t]/, '')).toBe('{{Name}} Ann')
  })

  test('are never filled in the instructions of a field', async () => {
    const body = `<w:p><w:r><w:instrText>INCLUDETEXT "{{File}}"</w:instrText></w:r></w:p>${paragraph('{{Name}}')}`
    expect(await namesIn({ body })).toEqual(['Name'])
    expect(readPart(await fillIn({ body }, { Name: 'Ann', File: 'C:' }), 'word/document.xml')).toContain('"{{File}}"')
  })

  test.each([
    ['{{{Name}}} {{ {{Name}} }}', '{Ann} {{ Ann }}'],
    ['{{Name}}}}', 'Ann}}'],
    ['{{Name}} }}', 'Ann }}'],
    ['}} {{Name}} {{Name}}}} }} {{', '}} Ann Ann}} }} {{'],
  ])('may have further braces around them: %s', async (text, expected) => {
    expect(await namesIn({ body: paragraph(text) })).toEqual(['Name'])
    expect(await filledBody(paragraph(text), { Name: 'Ann' })).toBe(expected)
  })
})

describe('a filled Word document', () => {
  test('has the values in body, tables, headers, footers, footnotes and endnotes', async () => {
    const text = paragraph('{{Na', 'me}}!')
    const filled = await fillIn(
      { body: text + table(text), header: text, footer: text, footnote: text, endnote: text },
      { Name: 'Ann' },
    )
    expect(textOf(filled)).toBe('Ann!\nAnn!')
    for (const part of ['header1', 'footer1', 'footnotes', 'endnotes']) {
      expect([part, textOf(filled, `word/${part}.xml`)]).toEqual([part, 'Ann!'])
    }
  })

  test('has values as text: neither markup nor further placeholders', async () => {
    const value = `<w:p/> & "it's" ]]> {{Other}} {{Name}}`
    const body = paragraph('{{Name}}') + paragraph('{{Other}}')
    const filled = await fillIn({ body }, { Name: value, Other: '</w:t></w:r>' })
    expect(textOf(filled)).toBe(`${value}\n</w:t></w:r>`)
    expect(readPart(filled, 'word/document.xml')).toContain('&lt;w:p/&gt; &amp;')
  })

  test('has the line breaks and blanks of its values, with the format of the placeholder', async () => {
    const body = '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>{{Address}}</w:t></w:r></w:p>'
    const filled = await fillIn({ body }, { Address: ' 1 High Street\nLondon ' })
    expect(textOf(filled)).toBe('1 High Street↵London')
    expect(readPart(filled, 'word/document.xml').match(/<w:b\/>/g)).toHaveLength(2)
    expect(readPart(filled, 'word/document.xml')).toContain('xml:space="preserve"> 1 High Street<')
  })

  test('keeps placeholders without a value, and everything else of the template', async () => {
    const others = { 'docProps/core.xml': '<core>{{Name}}</core>', 'word/media/image1.png': 'not really' }
    const filled = await fillIn({ body: paragraph('{{Name}} {{Later}}'), others }, { Name: 'Ann' })
    expect(textOf(filled)).toBe('Ann {{Later}}')
    expect(readPart(filled, 'word/media/image1.png')).toBe('not really')
    expect(readPart(filled, 'docProps/core.xml')).toBe('<core>{{Name}}</core>')
  })

  test('has its pictures as they were, and everything else compressed', async () => {
    const content = 'pixels '.repeat(100)
    const others = { 'word/media/image1.png': content, 'word/media/image2.emf': content.toUpperCase() }
    const filled = Buffer.from(await fillIn({ body: paragraph('{{Name}}'), others }, { Name: 'Ann' }))
    expect([filled.includes(content), filled.includes(content.toUpperCase())]).toEqual([true, false])
    expect(readPart(filled, 'word/media/image2.emf')).toBe(content.toUpperCase())
  })

  test('keeps the braces of its properties and comments, although the library would fill them', async () => {
    const parts = {
      'docProps/core.xml': ['openxmlformats-package.core-properties', '<dc:title>{{Name}} {{Title}}</dc:title>'],
      'word/comments.xml': ['openxmlformats-officedocument.wordprocessingml.comments', paragraph('{{Name}} {{Note}}')],
    } as const
    const others = Object.fromEntries(Object.entries(parts).map(([path, [, content]]) => [path, content]))
    const archive = new Map(await unzip(aWordFile({ body: paragraph('{{Name}}'), others })))
    const overrides = Object.entries(parts).map(
      ([path, [type]]) => `<Override PartName="/${path}" ContentType="application/vnd.${type}+xml"/>`,
    )
    const types = String(archive.get('[Content_Types].xml')).replace('</Types>', `${overrides.join('')}</Types>`)
    archive.set('[Content_Types].xml', Buffer.from(types))
    const { bytes, names } = fill(archive, new Map([['Name', 'Ann']]))
    expect(names).toEqual(['Name'])
    for (const [path, content] of Object.entries(others)) expect(readPart(bytes, path)).toBe(content)
  })
})
