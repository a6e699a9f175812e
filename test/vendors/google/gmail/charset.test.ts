import { describe, expect, test } from '@jest/globals'
import { decodeBytes } from '../../../../vendors/google/gmail/charset.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

describe('the bytes of a text', () => {
  test.each([
    ['in UTF-8', 'utf-8', Buffer.from('Grüße €'), 'Grüße €'],
    ['in UTF-8 under an old name, as Gmail is reported to hand them out', 'iso-8859-1', Buffer.from('Grüße'), 'Grüße'],
    ['in UTF-8 under the name of another alphabet', 'koi8-r', Buffer.from('Привет'), 'Привет'],
    ['in ISO-8859-1', 'iso-8859-1', bytes('47 72 fc df 65'), 'Grüße'],
    ['in windows-1252 declared as ISO-8859-1', 'iso-8859-1', bytes('93 31 20 80 94'), '“1 €”'],
    ['in windows-1251', 'windows-1251', bytes('cf f0 e8 e2 e5 f2'), 'Привет'],
    ['in KOI8-R', 'KOI8-R', bytes('f0 d2 c9 d7 c5 d4'), 'Привет'],
    ['in GBK', 'gbk', bytes('c4 fa ba c3'), '您好'],
    ['in GB2312', 'gb2312', bytes('c4 fa ba c3'), '您好'],
    ['in Big5', 'big5', bytes('a7 41 a6 6e'), '你好'],
    ['in Shift JIS', 'shift_jis', bytes('93 fa 96 7b'), '日本'],
    ['in Shift JIS under its number', 'CP932', bytes('93 fa 96 7b'), '日本'],
    ['in EUC-KR', 'ks_c_5601-1987', bytes('be c8 b3 e7'), '안녕'],
    ['in ISO-2022-JP, which is valid UTF-8 by accident', 'iso-2022-jp', bytes('1b 24 42 46 7c 4b 5c 1b 28 42'), '日本'],
    ['in UTF-16, which is valid UTF-8 by accident', 'utf-16le', bytes('48 00 69 00'), 'Hi'],
    ['without a charset', undefined, bytes('47 72 fc df 65'), 'Grüße'],
    ['in an unknown charset', 'unknown-8bit', bytes('47 72 fc df 65'), 'Grüße'],
    ['in a charset nobody supports', 'utf-7', bytes('47 72 fc df 65'), 'Grüße'],
    ['that are not what they are declared to be', 'gbk', bytes('80 ff 41'), '€ÿA'],
    ['with a byte order mark', 'utf-8', bytes('ef bb bf 48 69'), 'Hi'],
    ['that are none', 'utf-8', bytes(''), ''],
  ])('are decoded %s', (_, charset, encoded, text) => {
    expect(decodeBytes(encoded, charset)).toBe(text)
  })
})
