/** A sample company. */
export interface Company {
  readonly key: string
  readonly name: string
  readonly domain: string
  readonly city: string
  readonly timeZone: string
}

export interface Person {
  readonly key: string
  readonly name: string
  readonly givenName: string
  readonly familyName: string
  readonly email: string
  readonly title: string
  readonly company: Company
}

function company(key: string, name: string, city: string, timeZone: string): Company {
  return { key, name, domain: `${key}.example`, city, timeZone }
}

/** The sample companies. They are the same for every vendor. */
export const COMPANIES = {
  meridian: company('meridian', 'Meridian Works', 'Paris', 'Europe/Paris'),
  halden: company('halden', 'Halden Trelast AS', 'Halden', 'Europe/Oslo'),
  sakurai: company('sakurai', '桜井精密株式会社', '大阪', 'Asia/Tokyo'),
  kestrel: company('kestrel', 'Kestrel Freight, Inc.', 'Portland', 'America/Los_Angeles'),
  volna: company('volna', 'Студия «Волна»', 'Рига', 'Europe/Riga'),
  kowhai: company('kowhai', 'Kōwhai Foods Ltd', 'Auckland', 'Pacific/Auckland'),
} as const satisfies Record<string, Company>

type CompanyKey = keyof typeof COMPANIES

function person(key: string, givenName: string, familyName: string, title: string, companyKey: CompanyKey): Person {
  const company = COMPANIES[companyKey]
  const name = companyKey === 'sakurai' ? `${familyName} ${givenName}` : `${givenName} ${familyName}`
  return { key, name, givenName, familyName, title, company, email: `${key}@${company.domain}` }
}

/** The sample people. They are the same for every vendor; the demo connects Ada's accounts. */
export const PEOPLE = {
  ada: person('ada', 'Ada', 'Moreau', 'Head of Partnerships', 'meridian'),
  bilal: person('bilal', 'Bilal', 'Haddad', 'Account Executive', 'meridian'),
  chloe: person('chloe', 'Chloé', 'Lefèvre', 'Chief Executive', 'meridian'),
  dmitri: person('dmitri', 'Dmitri', 'Okafor', 'Solutions Engineer', 'meridian'),
  esther: person('esther', 'Esther', "O'Brien", 'Finance Lead', 'meridian'),
  ingrid: person('ingrid', 'Ingrid', 'Sørensen', 'Procurement Manager', 'halden'),
  lars: person('lars', 'Lars', 'Ødegård', 'Chief Operating Officer', 'halden'),
  haruka: person('haruka', '遥', '桜井', '代表取締役', 'sakurai'),
  kenji: person('kenji', '健二', '田中', '購買部長', 'sakurai'),
  maya: person('maya', 'Maya', 'Whitfield', 'VP Operations', 'kestrel'),
  omar: person('omar', 'Omar', 'Reyes', 'Logistics Analyst', 'kestrel'),
  yulia: person('yulia', 'Юлия', 'Смирнова', 'Арт-директор', 'volna'),
  aroha: person('aroha', 'Aroha', 'Ngata', 'Supply Chain Director', 'kowhai'),
} as const satisfies Record<string, Person>

/** The sample person with this address. */
export function findPerson(email: string): Person | undefined {
  return Object.values(PEOPLE).find((person) => person.email === email)
}

export type PersonKey = keyof typeof PEOPLE
