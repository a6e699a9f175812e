export const KEY = 'bench-platform-key-0123456789-0123456789'

/** The environment of the measured programs. */
export const ENVIRONMENT = {
  PLATFORM_API_KEY: KEY,
  STOP_GRACE_MS: '0',
  PLATFORM_ENVIRONMENT_URL: 'http://127.0.0.1:9',
  GOOGLE_CLIENT_ID: 'bench-client',
  GOOGLE_CLIENT_SECRET: 'secret-of-bench-client',
}
