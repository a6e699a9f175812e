import { describe, expect, test } from '@jest/globals'
import { isOrgHost, requireInstance, toLightningOrigin } from '../../../../vendors/salesforce/api/instance.ts'
import { INSTANCE, SETTINGS } from '../builders.ts'

const WITH_ORIGIN = { ...SETTINGS, origin: 'http://127.0.0.1:4300' }
const POINTER = '#/connectedProvider/credential/instanceUrl'

describe('the host that a token is sent to', () => {
  test.each([
    ['https://acme.my.salesforce.com', 'https://acme.my.salesforce.com'],
    ['https://acme.my.salesforce.com/', 'https://acme.my.salesforce.com'],
    ['HTTPS://ACME.My.Salesforce.com', 'https://acme.my.salesforce.com'],
    ['https://acme.my.salesforce.com:443', 'https://acme.my.salesforce.com'],
    ['https://acme--dev.sandbox.my.salesforce.com', 'https://acme--dev.sandbox.my.salesforce.com'],
    ['https://na1.salesforce.com', 'https://na1.salesforce.com'],
    ['https://acme.my.salesforce.mil', 'https://acme.my.salesforce.mil'],
    ['https://acme.cloudforce.com', 'https://acme.cloudforce.com'],
  ])("is accepted if it is Salesforce's: %s", (instanceUrl, origin) => {
    expect(requireInstance(instanceUrl, SETTINGS, POINTER)).toBe(origin)
  })

  test.each([
    [undefined],
    [''],
    ['acme.my.salesforce.com'],
    ['http://acme.my.salesforce.com'],
    ['ftp://acme.my.salesforce.com'],
    ['https://salesforce.com'],
    ['https://evil.example'],
    ['https://acme.my.salesforce.com.evil.example'],
    ['https://evilsalesforce.com'],
    ['https://evil.example/.salesforce.com'],
    ['https://evil.example#.my.salesforce.com'],
    ['https://evil.example?.my.salesforce.com'],
    ['https://evil.example\\.my.salesforce.com'],
    ['https://acme.my.salesforce.com@evil.example'],
    ['https://user:secret@acme.my.salesforce.com'],
    ['https://acme.my.salesforce.com:8443'],
    ['https://acme.my.salesforce.com.'],
    ['https://acme.my.salesforce.com/services/data'],
    ['https://acme.my.salesforce.com?x=1'],
    ['https://acme.my.salesforce.com\r\nhost:evil.example'],
    ['https://acme.my.salesforce.com%2eevil.example'],
    ['https://ａcme.my.salesforce.com.evil.example'],
    ['https://acme.my.sаlesforce.com'],
    ['https://acme.lightning.force.com'],
    ['https://127.0.0.1'],
    ['https://2130706433'],
    ['https://0x7f.1'],
    ['https://0177.0.0.1'],
    ['https://[::1]'],
    ['https://[::ffff:127.0.0.1]'],
    ['https://localhost'],
    ['https://169.254.169.254'],
    ['javascript:alert(1)'],
  ])('is rejected before anything is sent: %s', (instanceUrl) => {
    expect(() => requireInstance(instanceUrl, SETTINGS, POINTER)).toThrow(
      expect.objectContaining({
        status: 400,
        options: expect.objectContaining({ errors: [{ pointer: POINTER, detail: expect.any(String) }] }),
      }),
    )
  })

  test('is only the configured origin if there is one', () => {
    expect(requireInstance('http://127.0.0.1:4300', WITH_ORIGIN, POINTER)).toBe('http://127.0.0.1:4300')
    for (const otherOrigin of [
      'https://acme.my.salesforce.com',
      'http://127.0.0.1:4301',
      'https://127.0.0.1:4300',
      'http://127.0.0.1:4300/x',
    ]) {
      expect(() => requireInstance(otherOrigin, WITH_ORIGIN, POINTER)).toThrow()
    }
  })
})

describe('the user interface of an org', () => {
  test.each([
    ['https://acme.my.salesforce.com', 'https://acme.lightning.force.com'],
    ['https://acme--dev.sandbox.my.salesforce.com', 'https://acme--dev.sandbox.lightning.force.com'],
    ['https://acme-dev-ed.develop.my.salesforce.com', 'https://acme-dev-ed.develop.lightning.force.com'],
    ['https://acme.my.salesforce.mil', 'https://acme.lightning.crmforce.mil'],
    ['https://acme.my.sfcrmproducts.cn', 'https://acme.lightning.sfcrmapps.cn'],
    ['https://na1.salesforce.com', 'https://na1.lightning.force.com'],
  ])("have an origin derived from the API's: %s", (instance, lightning) => {
    expect(toLightningOrigin(instance, SETTINGS)).toBe(lightning)
  })

  test.each([
    ['acme.my.salesforce.com', true],
    ['acme.lightning.force.com', true],
    ['na1.salesforce.com', true],
    ['c.na1.visual.force.com', true],
    ['other.my.salesforce.com', false],
    ['other.lightning.force.com', false],
    ['acme--dev.sandbox.lightning.force.com', false],
    ['acme.lightning.force.com.evil.example', false],
    ['docs.google.com', false],
  ])('are distinguished from those of other orgs: %s %s', (host, own) => {
    expect(isOrgHost(host, INSTANCE, SETTINGS)).toBe(own)
  })
})
