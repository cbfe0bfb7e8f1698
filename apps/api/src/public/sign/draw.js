// Lets the signer draw; the page works without it. What is drawn goes into the form as SVG path data.
const field = document.querySelector('[data-drawing]')
const pad = field.querySelector('svg')
const path = pad.querySelector('path')
const input = field.querySelector('input')
let strokes = ''
let stroke = ''

const within = (value, most) => Math.max(0, Math.min(most - 1, Math.round(value)))

function pointOf({ clientX, clientY }) {
  const { left, top, width, height } = pad.getBoundingClientRect()
  return `${within(((clientX - left) / width) * 600, 600)} ${within(((clientY - top) / height) * 200, 200)}`
}

function show() {
  path.setAttribute('d', strokes + stroke)
  input.value = strokes
}

pad.addEventListener('pointerdown', (event) => {
  pad.setPointerCapture(event.pointerId)
  stroke = `M${pointOf(event)}`
})
pad.addEventListener('pointermove', (event) => {
  if (stroke === '') return
  stroke += `L${pointOf(event)}`
  show()
})
function lift() {
  if (stroke.includes('L')) strokes += stroke
  stroke = ''
  show()
}
pad.addEventListener('pointerup', lift)
pad.addEventListener('pointercancel', lift)
field.querySelector('button').addEventListener('click', () => {
  strokes = ''
  stroke = ''
  show()
})
