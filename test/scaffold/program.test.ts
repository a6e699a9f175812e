import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Copy, copyRepository } from './copy.ts'

/**
 * Every kind of sign-in, every capability, and a further application of a vendor that the program wrote. The last ones have
 * names that are, contain or resemble those of the example.
 */
const COMMANDS = [
  'alder alder-all --auth oauth --sync email,calendar,transcription,table,identifier --upsert table,notes --link --query --insight --tag --function alder-report',
  'birch birch-mail --auth key --sync email',
  'birch birch-work --sync calendar,email --link --query --function birch-report',
  'cedar cedar-rows --auth key-upload --upsert table',
  'dogwood dogwood-mailroom --auth key --sync email',
  'dogwood dogwood-auth --upsert notes,table',
  'beaconcrm beacon-report --auth oauth --sync calendar --function beaconcrm-beacon-report',
  'key notes --auth key --upsert notes --insight',
]
const APPLICATIONS = COMMANDS.map((command) => command.split(' ')[1] ?? '')

let copy: Copy
/** What the programs have written, as they list it. */
const written: string[] = []
const outputs: string[] = []

beforeAll(() => {
  copy = copyRepository()
  for (const command of COMMANDS) {
    const { output } = copy.run(['scaffold/main.ts', ...command.split(' ')])
    outputs.push(output)
    written.push(...[...output.matchAll(/^ {2}(?:new|changed) +(\S+)$/gm)].map(([, path = '']) => path))
  }
}, 120_000)
afterAll(() => copy.remove())

describe('what npm run new writes', () => {
  test('is listed, with what to edit next, in order', () => {
    for (const output of outputs) expect(output).toContain('It works as it is. Now edit, in this order:')
    expect(written.filter((path) => !existsSync(join(copy.root, path)))).toEqual([])
    expect(outputs[0]).toMatch(/^ 1\. vendors\/alder\/client\.ts: /m)
    // The vendor of a further application was edited before.
    expect(outputs[2]).toMatch(/^ 1\. vendors\/birch\/birch-work\/map\/: /m)
  })

  test('is followed by commands that exist', () => {
    const text = outputs.join('')
    const read = (path: string) => JSON.parse(readFileSync(join(copy.root, path), 'utf8')) as { scripts: object }
    const scripts = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
    expect(scripts).toContain('docs:write')
    expect(Object.keys(read('package.json').scripts)).toEqual(expect.arrayContaining(scripts))
    const paths = [...text.matchAll(/\b(?:test|sandbox|vendors)\/[\w/.-]*\w/g)].map(([path]) => path)
    expect(paths.filter((path) => !existsSync(join(copy.root, path)))).toEqual([])
  })

  test('has nothing of the example', () => {
    const files = written.filter((path) => /alder|birch|cedar|\bkey\b/.test(path))
    const texts = files.map((path) => [path, readFileSync(join(copy.root, path), 'utf8')] as const)
    expect(texts.filter(([, text]) => /beacon|mailroom|example-vendor/i.test(text)).map(([path]) => path)).toEqual([])
  })

  test('has valid types', () => {
    const files = written.filter((path) => path.endsWith('.ts'))
    expect(copy.checkTypes(files)).toBe('')
  }, 120_000)

  test('is formatted, without a warning', () => {
    const files = [...new Set(written)].filter((path) => /\.(ts|json)$/.test(path) && !path.includes('/recordings/'))
    const { output, code } = copy.run([
      'node_modules/@biomejs/biome/bin/biome',
      'check',
      '--error-on-warnings',
      ...files,
    ])
    expect([code, code === 0 ? '' : output]).toEqual([0, ''])
  }, 60_000)

  test('passes its tests', () => {
    const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--config', 'jest.unit.config.js']
    const vendors = new Set(COMMANDS.map((command) => command.split(' ')[0]))
    const folders = [...vendors].map((vendor) => `test/vendors/${vendor}/`)
    const { output, code } = copy.run([...jest, '--silent', '--maxWorkers', '1', ...folders])
    expect([code, code === 0 ? '' : output]).toEqual([0, ''])
    expect(output).toMatch(/Tests: +\d\d+ passed/)
  }, 120_000)

  test('conforms to the provider interface', () => {
    const { output, code } = copy.run(['test/scaffold/conform.ts', ...APPLICATIONS])
    expect([code, code === 0 ? '' : output]).toEqual([0, ''])
  }, 120_000)
})

describe('npm run new refuses', () => {
  test.each([
    ['birch birch-mail --link', 'The application birch-mail exists already. Try birch-birch-mail.'],
    ['birch other --link --auth oauth', 'vendors/birch connects accounts by key. Leave out --auth.'],
    ['birch other --link --vendor-label Oak', 'vendors/birch is called Birch. Leave out --vendor-label.'],
    ['birch other --function birch-report', 'The function birch-report exists already'],
    ['google keeper --link', 'vendors/google exists, but was not written by this program'],
    ['oak oak-all --link', 'oak is a new vendor: say with --auth oauth, key or key-upload'],
    ['messages oak-mail --auth key --sync email', 'sandbox/messages/messages.ts would repeat the name of its folder'],
    ['api oak-mail --auth key --sync email', 'vendors/api/errors.ts would have API_ERRORS twice. Try apiapp;'],
    [
      'provider oak-mail --auth key --link',
      'vendors/provider/client.ts would have toProviderError twice. Try providerapp;',
    ],
    [
      'external oak-notes --auth key --upsert notes',
      'external/oak-notes/upsert-notes.ts would have ExternalNote twice',
    ],
    ['permissions oak-mail --auth oauth --link', 'vendors/permissions/auth.ts would have PERMISSIONS twice'],
    ['sandbox oak-mail --auth key --link', 'sandbox/index.ts would have startSandbox twice'],
    ['token oak-mail --auth oauth --link', 'vendor-types.ts would have TokenError twice'],
    ['stop oak-mail --auth key --link', 'sandbox/ uses it. Try stopapp;'],
  ])('%s, and writes nothing', (command, sentence) => {
    const { output, code } = copy.run(['scaffold/main.ts', ...command.split(' ')])
    expect([code, output]).toEqual([2, expect.stringContaining(sentence)])
    expect(existsSync(join(copy.root, 'vendors/oak'))).toBe(false)
  })

  test('nothing with --dry-run, but lists what it would write', () => {
    const { output, code } = copy.run(['scaffold/main.ts', 'oak', 'oak-all', '--auth', 'key', '--link', '--dry-run'])
    expect(code).toBe(0)
    expect(output).toMatch(/^Nothing was written\.[\s\S]*^ {2}new +vendors\/oak\/client\.ts$/m)
    expect(existsSync(join(copy.root, 'vendors/oak'))).toBe(false)
  })
})
