import TestSequencer from '@jest/test-sequencer'
import { SLOW_FILES } from './slow-files.ts'

/** The order of test files: what takes long first, and files with a browser between those that mostly wait. */
export default class Sequencer extends TestSequencer {
  sort(tests) {
    const rankOf = ({ path }) => {
      const rank = SLOW_FILES.findIndex((suffix) => path.endsWith(suffix))
      return rank === -1 ? SLOW_FILES.length : rank
    }
    return super.sort(tests).toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
