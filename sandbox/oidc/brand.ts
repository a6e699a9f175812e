/** How the issuer looks on its pages. */
export const BRAND = { name: 'OpenID', color: '#5b4bb7' }
