const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * The elements and attributes that a badge's SVG may have: shapes, text, colours, clips and filters. Nothing runs,
 * moves or is fetched.
 */
export const SVG_ELEMENTS = words(`
  svg g defs symbol use title desc style path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix feComponentTransfer
  feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB
  feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight
  feTile feTurbulence`)

/** Attributes that only say how something looks or where it is. */
export const SVG_ATTRIBUTES = words(`
  id class style lang xml:lang xml:space role aria-label aria-labelledby aria-hidden version baseProfile
  viewBox preserveAspectRatio x y width height x1 y1 x2 y2 cx cy r rx ry fx fy fr d points pathLength transform dx dy
  rotate textLength lengthAdjust startOffset method spacing side offset gradientUnits gradientTransform spreadMethod
  clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits patternTransform markerUnits markerWidth
  markerHeight refX refY orient filterUnits primitiveUnits in in2 result mode type values tableValues slope intercept
  amplitude exponent operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY edgeMode preserveAlpha
  surfaceScale diffuseConstant specularConstant specularExponent kernelUnitLength limitingConeAngle pointsAtX pointsAtY
  pointsAtZ z azimuth elevation scale xChannelSelector yChannelSelector stdDeviation radius baseFrequency numOctaves
  seed stitchTiles
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters cursor
  direction display dominant-baseline enable-background fill fill-opacity fill-rule filter flood-color flood-opacity
  font-family font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering isolation
  letter-spacing lighting-color marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow
  paint-order pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset
  stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration
  text-rendering transform-origin unicode-bidi vector-effect visibility word-spacing writing-mode`)

/** The elements that may refer to another, of the same file. */
export const SVG_REFERRING = words('use textPath linearGradient radialGradient pattern filter')

export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
export const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink'
