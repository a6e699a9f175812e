import '@mantine/core/styles.css'
import { Stage } from '../../../console/src/graph-picture/drawing/stage.ts'
import { readTheme } from '../../../console/src/graph-picture/drawing/theme.ts'
import { runLayout, toLayoutOrder } from '../../../console/src/graph-picture/layout/run.ts'
import { startFrom } from '../../../console/src/graph-picture/layout/seed.ts'
import { generatePicture } from './picture.js'

const container = document.getElementById('picture')
const at = (x, y) => ({ clientX: x, clientY: y, bubbles: true, cancelable: true })
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Does something in each frame, and returns the time from each frame to the next (ms). */
async function measure(frames, act) {
  const times = []
  let before = await nextFrame()
  for (let frame = 0; frame < frames; frame += 1) {
    act(frame)
    const now = await nextFrame()
    times.push(now - before)
    before = now
  }
  return times
}

/** The layer that receives the pointer. */
const pointer = () => container.querySelector('.sigma-mouse')

const ACTIONS = {
  async pan(frames) {
    pointer().dispatchEvent(new MouseEvent('mousedown', { ...at(600, 400), buttons: 1 }))
    const times = await measure(frames, (frame) => {
      const [x, y] = [600 + Math.sin(frame / 15) * 250, 400 + Math.cos(frame / 20) * 150]
      document.dispatchEvent(new MouseEvent('mousemove', { ...at(x, y), buttons: 1 }))
    })
    document.dispatchEvent(new MouseEvent('mouseup', at(600, 400)))
    return times
  },
  zoom: (frames) =>
    measure(frames, (frame) => {
      const deltaY = Math.floor(frame / 30) % 2 === 0 ? -120 : 120
      if (frame % 5 === 0) pointer().dispatchEvent(new WheelEvent('wheel', { ...at(600, 400), deltaY }))
    }),
  hover: (frames) =>
    measure(frames, (frame) => {
      const [x, y] = [600 + Math.sin(frame / 9) * 350, 400 + Math.cos(frame / 13) * 250]
      pointer().dispatchEvent(new MouseEvent('mousemove', at(x, y)))
    }),
}

/** Shows a generated graph and waits until it has settled. Returns how long that took (ms). */
window.showGraph = async (nodeCount, linkCount) => {
  const picture = generatePicture(nodeCount, linkCount)
  let pointed = 0
  const stage = new Stage(container, {
    theme: readTheme(document.documentElement, 'light'),
    isMotionReduced: false,
    onPoint: () => {
      pointed += 1
    },
    onPick: () => {},
  })
  window.pointedCount = () => pointed
  const start = startFrom(picture, new Map())
  const began = performance.now()
  stage.show(picture, start.positions)
  await nextFrame()
  const shownMs = performance.now() - began
  await new Promise((resolve) => {
    runLayout(toLayoutOrder(picture, start), (report) => {
      if (report.type === 'positions') stage.move(report.positions)
      if (report.type === 'settled') resolve()
    })
  })
  return { shownMs, settledMs: performance.now() - began }
}

window.measureFrames = (action, frames) => ACTIONS[action](frames)
