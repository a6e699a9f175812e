import { describe, expect, test } from '@jest/globals'
import { parseArguments, USAGE } from '../../scaffold/arguments.ts'
import { checkNames, rename, toIdentifier, toLabel } from '../../scaffold/names.ts'

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
    expect(toIdentifier({ vendor: 'acme', application: 'acme-tasks' })).toBe('acmeTasks')
    expect(toIdentifier({ vendor: 'acme', application: 'acme' })).toBe('acmeApplication')
    expect(toIdentifier({ vendor: 'acme', application: 'import' })).toBe('importApplication')
  })

  test.each([
    [{ vendor: 'Acme' }, 'lower-case letters and digits'],
    [{ vendor: 'acme-corp' }, '--vendor-label holds its spelling'],
    [{ vendor: '../acme' }, 'cannot be the name of a vendor'],
    [{ vendor: 'class' }, 'it is a word of the language'],
    [{ application: 'sync' }, 'are routes of the provider. Try acme-sync.'],
    [{ application: 'acme.tasks' }, 'cannot be the name of an application'],
    [{ application: 'a--b' }, 'single hyphens'],
    [{ functionName: 'Report' }, 'cannot be the name of a function'],
    [{ vendorLabel: "Bob's" }, 'cannot be a label'],
    [{ applicationLabel: ' ' }, 'cannot be a label'],
  ])('like %j is refused', (changes, sentence) => {
    expect(() => checkNames({ ...NAMES, ...changes })).toThrow(sentence)
  })

  test('that is allowed is not refused', () => {
    expect(() => checkNames(NAMES)).not.toThrow()
  })
})
