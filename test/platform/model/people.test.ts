import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { organizationDomain, toEmail, toPeople } from '../../../platform/model/people.ts'

describe('toEmail', () => {
  test.each([
    [' Ada@ACME.example ', 'ada@acme.example'],
    ['ada.l+x@acme.example', 'ada.l+x@acme.example'],
    ['ada', undefined],
    ['ada@', undefined],
    ['a da@acme.example', undefined],
    ['a@b@c.example', undefined],
    [`${'a'.repeat(320)}@acme.example`, undefined],
  ])('reads %j as %j', (address, email) => {
    expect(toEmail(address)).toBe(email)
  })
})

describe('toPeople', () => {
  test('names each person once, by the first name that is one', () => {
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

  test('never names anybody twice, whatever comes', () => {
    const address = fc.tuple(fc.constantFrom('a', 'A', 'b'), fc.constantFrom('@x.example', '@X.example', '')).map(join)
    fc.assert(
      fc.property(fc.array(fc.record({ email: address, friendlyName: fc.string() })), (references) => {
        const emails = toPeople(references).map(({ email }) => email)
        expect(new Set(emails).size).toBe(emails.length)
      }),
    )
  })

  function join(parts: string[]): string {
    return parts.join('')
  }
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
