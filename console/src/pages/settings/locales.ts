/** A format of dates and numbers that can be chosen. */
export interface LocaleChoice {
  /** BCP 47 language tag. */
  value: string
  /** Such as “English (United Kingdom)”. */
  label: string
}

/** There is no list of what Intl supports, so this one is by the number of people who write dates so. */
// biome-ignore format: a list is read by its columns
const LOCALES = [
  'en-US', 'en-GB', 'en-AU', 'en-CA', 'en-IE', 'en-IN', 'en-NZ', 'en-SG', 'en-ZA',
  'ar-EG', 'bg-BG', 'bn-BD', 'ca-ES', 'cs-CZ', 'da-DK', 'de-AT', 'de-CH', 'de-DE', 'el-GR',
  'es-AR', 'es-CO', 'es-ES', 'es-MX', 'et-EE', 'fa-IR', 'fi-FI', 'fr-BE', 'fr-CA', 'fr-CH', 'fr-FR',
  'he-IL', 'hi-IN', 'hr-HR', 'hu-HU', 'id-ID', 'it-CH', 'it-IT', 'ja-JP', 'ko-KR', 'lt-LT', 'lv-LV',
  'mi-NZ', 'ms-MY', 'nb-NO', 'nl-BE', 'nl-NL', 'pl-PL', 'pt-BR', 'pt-PT', 'ro-RO', 'ru-RU', 'sk-SK', 'sl-SI',
  'sr-RS', 'sv-SE', 'th-TH', 'tr-TR', 'uk-UA', 'vi-VN', 'zh-CN', 'zh-HK', 'zh-TW',
]

/** The formats, by name; those of the browser and the chosen one are always among them. */
export function listLocales(others: readonly string[]): LocaleChoice[] {
  const values = [...new Set([...others, ...Intl.DateTimeFormat.supportedLocalesOf(LOCALES)])]
  return values.map((value) => ({ value, label: describeLocale(value) })).sort((a, b) => a.label.localeCompare(b.label))
}

export function describeLocale(locale: string): string {
  return new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' }).of(locale) ?? locale
}
