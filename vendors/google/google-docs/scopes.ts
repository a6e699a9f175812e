/** With it, rows can be appended. Without it the application does everything else. */
export const SPREADSHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets'
