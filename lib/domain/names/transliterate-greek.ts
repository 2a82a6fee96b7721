import { withoutMarks } from './latin-spellings'
import { type Lattice, latticeFromTable, spellingTable } from './spelling-lattice'

/** Greek letters and pairs by ELOT 743 (as in passports), and as families spelled them before it. */
const TABLE = spellingTable(`
α=a; β=v b; γ=g y gh; δ=d dh; ε=e; ζ=z; η=i e; θ=th t; ι=i y j; κ=k c; λ=l; μ=m; ν=n; ξ=x ks; ο=o; π=p; ρ=r rh
σ=s ss; τ=t; υ=y i u; φ=f ph; χ=ch h kh x; ψ=ps; ω=o; ου=ou u; αυ=av af au; ευ=ev ef eu; ηυ=iv if; μπ=b mp
ντ=nt d nd; γκ=gk g ng nk; γγ=ng gg; γξ=nx gx; γχ=nch gch; τζ=tz dj; αι=ai e ae; ει=ei i; οι=oi i oe; υι=yi i
`)

/** A Greek word, folded, in its Latin spellings. */
export function transliterateGreek(letters: readonly string[]): Lattice {
  return latticeFromTable(letters.map(withoutMarks), TABLE)
}
