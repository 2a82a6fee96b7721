/** An SVG as a drawing program writes it. */
export const EXAMPLE_SVG = Buffer.from(
  `<?xml version="1.0" encoding="UTF-8"?>
<!-- drawn by hand -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><title>Basic Safety</title>
  <style>.ring{fill:none;stroke:#123b6d;stroke-width:6}</style>
  <circle class="ring" cx="50" cy="50" r="44"/><path d="M30 52l14 14 28-32" fill="none" stroke="#123b6d"/>
</svg>
`,
  'utf8',
)
