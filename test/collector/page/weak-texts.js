// Runs in the page. Texts with less than 4.5 to 1 against what is painted behind them.
;(() => {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const brush = canvas.getContext('2d', { willReadFrequently: true })

  /** Luminance of colours painted over one another (WCAG 2.2, relative luminance). */
  function blend(colours) {
    for (const colour of colours) {
      brush.fillStyle = colour
      brush.fillRect(0, 0, 1, 1)
    }
    const [r, g, b] = [...brush.getImageData(0, 0, 1, 1).data].map((value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }

  function groundsOf(element) {
    return element === null
      ? []
      : [...groundsOf(element.parentElement), getComputedStyle(element).backgroundColor]
  }

  const weak = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent.trim()
    if (text === '' || element.closest('.unseen, noscript, option, svg')) continue
    if (element.getClientRects().length === 0) continue
    const under = groundsOf(element)
    const [ground, ink] = [blend(under), blend([...under, getComputedStyle(element).color])]
    const ratio = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05)
    if (ratio < 4.5) weak.push(`${text} (${element.className}): ${ratio.toFixed(2)}`)
  }
  return weak
})()
