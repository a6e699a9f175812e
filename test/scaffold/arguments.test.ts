import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { parseArguments, USAGE } from '../../scaffold/arguments.ts'
import { checkNames, rename, toIdentifier, toLabel } from '../../scaffold/names.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

describe('the command line', () => {
  test('becomes capabilities, with those that are needed to test them', () => {
    const args = ['acme', 'acme-tasks', '--auth', 'key', '--upsert', 'notes,table', '--sync', 'email', '--query']
    expect(parseArguments(args)).toEqual({
      vendor: 'acme',
      application: 'acme-tasks',
      signIn: 'key',
      capabilities: ['email', 'table', 'records', 'notes', 'query'],
      isDryRun: false,
    })
  })

  test('without arguments, or with --help, explains itself', () => {
    expect([parseArguments([]), parseArguments(['acme', '--help'])]).toEqual([undefined, undefined])
    for (const word of ['--auth', 'key-upload', 'transcription', '--dry-run', 'For example'])
      expect(USAGE).toContain(word)
  })

  test.each([
    [['acme'], 'The application is missing: npm run new -- acme <application>'],
    [['--link'], 'The vendor is missing'],
    [['acme', 'tasks', 'email', '--link'], 'too many names: email. Lists are separated by commas only.'],
    [
      ['acme', 'tasks'],
      'would do nothing. Name at least one of --sync (email, calendar, transcription, table, identifier)',
    ],
    [['acme', 'tasks', '--sync', 'mail'], '--sync mail is not possible. It takes a list of email, calendar'],
    [['acme', 'tasks', '--sync', 'email,'], '--sync (nothing) is not possible'],
    [['acme', 'tasks', '--upsert', 'email'], '--upsert email is not possible. It takes a list of table, notes.'],
    [
      ['acme', 'tasks', '--link', '--auth', 'saml'],
      '--auth saml is not possible. It must be one of oauth, key, key-upload.',
    ],
    [['acme', 'tasks', '--function'], 'The options are --auth, --sync'],
    [['acme', 'tasks', '--wirte'], "Unknown option '--wirte'"],
  ])('%j says what is possible', (args, sentence) => {
    expect(() => parseArguments(args)).toThrow(sentence)
  })
})

const NAMES = {
  vendor: 'acme',
  vendorLabel: 'ACME & Sons',
  application: 'acme-tasks',
  applicationLabel: 'Acme Tasks',
  functionName: 'acme-report',
}

describe('a name', () => {
  test('replaces that of the example in each of its forms', () => {
    const text = "toBeaconError BeaconSettings BEACON_ORIGIN 'beacon' beaconAuth mailroom beacon-mailroom beacon-report"
    expect(rename(text, NAMES)).toBe(
      "toAcmeError AcmeSettings ACME_ORIGIN 'acme' acmeAuth acmeTasks acme-tasks acme-report",
    )
    expect(rename("Beacon’s API: Connect Beacon, 'Beacon Mailroom'", NAMES)).toBe(
      "ACME & Sons’s API: Connect ACME & Sons, 'Acme Tasks'",
    )
  })

  test('of an application becomes an identifier and a label', () => {
    expect(toLabel('acme-tasks')).toBe('Acme Tasks')
    expect(toIdentifier(NAMES)).toBe('acmeTasks')
  })

  test.each([
    ['import', 'importApplication'],
    // Names that the files have which use the identifier.
    ['acme', 'acmeApplication'],
    ['acme-auth', 'acmeAuthApplication'],
    ['lazy-handler', 'lazyHandlerApplication'],
    ['notes', 'notesApplication'],
    ['system', 'systemApplication'],
  ])('of an application, %s, gets a suffix where it is taken', (application, identifier) => {
    expect(toIdentifier({ ...NAMES, application })).toBe(identifier)
  })

  test('may contain names of the example', () => {
    const text = "import { mailroom } from './beacon-mailroom/index.ts' // Beacon Mailroom: BeaconError, beacon-report"
    const changes = { application: 'acme-mailroom', applicationLabel: 'Acme Mailroom', functionName: 'beacon-report-2' }
    expect(rename(text, { ...NAMES, ...changes })).toBe(
      "import { acmeMailroom } from './acme-mailroom/index.ts' // Acme Mailroom: AcmeError, beacon-report-2",
    )
    expect(
      rename("'beacon' Beacon toBeaconError BEACON", { ...NAMES, vendor: 'beaconcrm', vendorLabel: 'BeaconCRM' }),
    ).toBe("'beaconcrm' BeaconCRM toBeaconcrmError BEACONCRM")
  })

  test.each([
    [{ vendor: 'Acme' }, 'lower-case letters and digits'],
    [{ vendor: 'acme-corp' }, '--vendor-label holds its spelling'],
    [{ vendor: '../acme' }, 'cannot be the name of a vendor'],
    [{ vendor: 'class' }, 'it is a word of the language. Try classapp; --vendor-label holds its spelling.'],
    [{ vendor: 'test' }, 'files of this name are tests. Try testapp;'],
    [{ vendor: 'clock' }, 'sandbox/ uses it. Try clockapp; --vendor-label holds its spelling.'],
    [{ application: 'sync' }, 'are routes of the provider. Try acme-sync.'],
    [{ application: 'acme.tasks' }, 'cannot be the name of an application'],
    [{ application: 'a--b' }, 'single hyphens'],
    [{ functionName: 'Report' }, 'cannot be the name of a function'],
    [{ vendorLabel: "Bob's" }, 'cannot be a label'],
    [{ applicationLabel: ' ' }, 'cannot be a label'],
  ])('like %j is refused', (changes, sentence) => {
    expect(() => checkNames({ ...NAMES, ...changes })).toThrow(sentence)
  })

  test('of a vendor is no folder or member of the sandbox', () => {
    const isVendor = (name: string) => existsSync(join(ROOT, 'vendors', name))
    const entries = readdirSync(join(ROOT, 'sandbox'), { withFileTypes: true })
    const folders = entries
      .filter((entry) => entry.isDirectory() && /^[a-z]+$/.test(entry.name))
      .map(({ name }) => name)
    const index = readFileSync(join(ROOT, 'sandbox/index.ts'), 'utf8')
    const members = [...index.matchAll(/^ {2}(?:readonly )?([a-z]+)(?:\?|\(\))?: .*[^,]$/gm)].map(
      ([, name = '']) => name,
    )
    const taken = [...folders, ...members].filter((name) => !isVendor(name))
    expect(taken).toEqual(expect.arrayContaining(['core', 'vendors', 'clock', 'stop']))
    for (const vendor of taken) expect(() => checkNames({ ...NAMES, vendor })).toThrow('sandbox/ uses it')
  })

  test('that is allowed is not refused', () => {
    expect(() => checkNames(NAMES)).not.toThrow()
  })
})
