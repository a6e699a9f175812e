import { describe } from '@jest/globals'
import { hasChromium } from './chromium.ts'

/** Describes tests that need a browser. They are skipped where there is none. */
export const inBrowser = hasChromium ? describe : describe.skip
