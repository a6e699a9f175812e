import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { organizationDomain, toEmail, toPeople } from '../../../platform/model/people.ts'
import { randomRuns } from '../../kit/random-runs.ts'

describe('toEmail', () => {
  test.each([
    [' Ada@ACME.example ', 'ada@acme.example'],
    ['ada.l+x@acme.example', 'ada.l+x@acme.example'],
    ['ada', undefined],
    ['ada@', undefined],
    ['a da@acme.example', undefined],
    ['a@b@c.example', undefined],
    [`${'a'.repeat(320)}@acme.example`, undefined],
  ])('normalizes %j to %j', (address, email) => {
    expect(toEmail(address)).toBe(email)
  })
})

describe('toPeople', () => {
  test('lists each person once, with the first usable name', () => {
    const people = toPeople([
      { email: 'ada@acme.example', friendlyName: 'ADA@acme.example' },
      undefined,
      { email: 'Ada@acme.example', friendlyName: ' Ada ' },
      { email: 'ada@acme.example', friendlyName: 'Countess' },
      { email: 'grace@navy.example' },
      { email: 'no address' },
    ])
    expect(people).toEqual([{ email: 'ada@acme.example', friendlyName: 'Ada' }, { email: 'grace@navy.example' }])
  })

  test('never lists a person twice', () => {
    const localPart = fc.constantFrom('a', 'A', 'b')
    const domain = fc.constantFrom('@x.example', '@X.example', '')
    const address = fc.tuple(localPart, domain).map((segments) => segments.join(''))
    fc.assert(
      fc.property(fc.array(fc.record({ email: address, friendlyName: fc.string() })), (references) => {
        const emails = toPeople(references).map(({ email }) => email)
        expect(new Set(emails).size).toBe(emails.length)
      }),
      { numRuns: randomRuns(100) },
    )
  })
})

describe('organizationDomain', () => {
  const freeMail = new Set(['free.example'])

  test.each([
    ['ada@acme.example', 'acme.example'],
    ['ada@mail.acme.example', 'mail.acme.example'],
    ['ada@free.example', undefined],
    ['root@localhost', undefined],
  ])('of %s is %s', (email, domain) => {
    expect(organizationDomain(email, freeMail)).toBe(domain)
  })
})
