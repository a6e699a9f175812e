export const INDUSTRIES = [
  'Agriculture',
  'Apparel',
  'Banking',
  'Construction',
  'Consulting',
  'Food & Beverage',
  'Manufacturing',
  'Media',
  'Retail',
  'Technology',
  'Transportation',
  'Other',
]

export const RATINGS = ['Hot', 'Warm', 'Cold']

export const SALUTATIONS = ['Mr.', 'Ms.', 'Mrs.', 'Dr.', 'Prof.', 'Mx.']

export const LEAD_SOURCES = ['Web', 'Phone Inquiry', 'Partner Referral', 'Purchased List', 'Other']
