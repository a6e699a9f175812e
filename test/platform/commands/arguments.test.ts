import { describe, expect, test } from '@jest/globals'
import { parseCommand } from '../../../platform/commands/arguments.ts'
import { formatBytes, formatDuration, formatTable } from '../../../platform/commands/format.ts'
import { run } from './run.ts'

describe('the commands of the platform', () => {
  test.each([
    [['buckets'], { name: 'list', isJson: false }],
    [['buckets', '--json'], { name: 'list', isJson: true }],
    [['buckets', 'add', '2'], { name: 'add', count: 2 }],
    [['buckets', 'move', 'bucket_2'], { name: 'move', what: 'bucket_2' }],
    [
      ['buckets', 'move', 'ada@acme.example', '[::1]:5432'],
      { name: 'move', what: 'ada@acme.example', node: '[::1]:5432' },
    ],
    [['buckets', 'rebalance'], { name: 'rebalance' }],
    [['buckets', 'add', '--help'], undefined],
    [['-h'], undefined],
  ])('%j are understood', (args, command) => {
    expect(parseCommand(args)).toEqual(command)
  })

  test.each([
    [['tenants'], '“tenants” is no command of the platform'],
    [['buckets', 'drop'], '“drop” is nothing that can be done with buckets: it is one of add, move and rebalance'],
    [['buckets', 'add'], 'N is missing'],
    [['buckets', 'add', 'two'], 'N must be a whole number from 1 to 64, not “two”'],
    [['buckets', 'add', '0'], 'N must be'],
    [['buckets', 'add', '65'], 'N must be'],
    [['buckets', 'add', '1', '2'], 'buckets add takes one number, but got 1 2'],
    [['buckets', 'add', '1', '--json'], '--json is for the list'],
    [['buckets', 'move'], 'WHAT is missing'],
    [['buckets', 'move', 'bucket_1', 'node-2'], 'NODE must be host:port, such as node-2:5432, not “node-2”'],
    [['buckets', 'move', 'bucket_1', 'node-2:5432', 'now'], 'nothing else: now'],
    [['buckets', 'rebalance', 'now'], 'takes no arguments, but got now'],
    [['buckets', '--fast'], "Unknown option '--fast'"],
  ])('%j are refused with what is possible, and with 2', async (args, message) => {
    const { code, errors } = await run(args, {})
    expect(code).toBe(2)
    expect(errors[0]).toContain(message)
    expect(errors[1]).toContain('--help')
  })

  test('print their usage', async () => {
    const { code, lines } = await run(['--help'], {})
    expect(code).toBe(0)
    expect(lines.join('\n')).toContain('buckets move WHAT [NODE]')
  })

  test.each([
    [undefined, 'DATABASE_URL is missing: set it to the coordinator'],
    ['mysql://node', 'DATABASE_URL must be a URL that begins with postgres://'],
    ['postgres://ada:a-secret-word@127.0.0.1:1/hub', 'DATABASE_URL: the database at 127.0.0.1:1 cannot be used'],
  ])('without a database, here %s, say so without its password', async (url, message) => {
    const { code, errors } = await run(['buckets'], { DATABASE_URL: url })
    expect(code).toBe(1)
    expect(errors[0]).toContain(message)
    expect(errors.join()).not.toContain('a-secret-word')
  })

  test('print tables whose numbers stand below each other, and units that people read', () => {
    expect(
      formatTable([
        ['bucket', 'size'],
        ['bucket_1', '1 kB'],
        ['b', '10 kB'],
      ]),
    ).toEqual(['bucket     size', 'bucket_1   1 kB', 'b         10 kB'])
    expect([0, 999, 1_500, 940_000_000, 2.5e12, 4e15].map(formatBytes)).toEqual([
      '0 bytes',
      '999 bytes',
      '1.5 kB',
      '940 MB',
      '2.5 TB',
      '4000 TB',
    ])
    expect([12, 1_500, 90_000, 5_400_000].map(formatDuration)).toEqual(['12 ms', '1.5 s', '2 min', '1.5 h'])
  })
})
