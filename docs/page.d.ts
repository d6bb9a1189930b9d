/** The answers that page.md describes, as types. `make docs` writes them. */
declare namespace Answers {
  type PuzzleDocument = {schema: "gridwright.puzzle/1", puzzle: string | PrintedBoard | null, genre: string,
    loose?: string[], format?: string, text?: string};
  type HintDocument = {schema: "gridwright.hint/1", puzzle: string | PrintedBoard | null, genre: string, loose?: string[],
    status: "step" | "unnamed" | "wrong" | "solved" | "several" | "stuck" | "contradiction" | "stopped",
    position?: {candidates: string[], placed: string[], marks?: string, broken?: string[]}, cells?: string[],
    text?: string, where?: string, what?: string, why?: string, do?: string, reveal?: string, steps: {number?: number,
    technique: string, key: string, parameter?: number, evidence: Record<string, unknown>, sorts?: Record<string, string>,
    conclusions: string[], choices?: string[], relations?: string[], premises: number[], inside?: Record<string,
    unknown>[], text?: string, before?: {candidates: string[], placed: string[], marks?: string, broken?: string[]}}[],
    stopped?: "seconds" | "nodes" | "fuel" | "cancelled" | null, marks?: string, seconds?: number};
  type GradeDocument = {schema: "gridwright.grade/1", puzzle: string | PrintedBoard | null, genre: string,
    loose?: string[], status: "solved" | "stuck" | "none" | "multiple" | "stopped", scale: string, tier: string | null,
    rating: number | null, hardest: string | null, steps: number, techniques: Record<string, number>, proof_size: number,
    open?: number[] | null, stopped?: "seconds" | "nodes" | "fuel" | "cancelled" | null, seconds?: number};
  type GeneratedDocument = {schema: "gridwright.generated/1", puzzle: string | PrintedBoard | null, genre: string,
    loose?: string[], solution: string | null, grade: {status: "solved" | "stuck" | "none" | "multiple" | "stopped",
    scale: string, tier: string | null, rating: number | null, hardest: string | null, steps: number,
    techniques: Record<string, number>, proof_size: number, open?: number[] | null,
    stopped?: "seconds" | "nodes" | "fuel" | "cancelled" | null, seconds?: number} | null, provenance: {recipe: string,
    attempt: number | null, rejections: Record<string, number>, verified: string | null, miss?: {attempt: number,
    puzzle: string, lacks: string}}, error?: string};
  type Piece = {text: string, places?: string[]};
  type Sentence = Piece[];
  type Evidence = {surface: string, ink: string, places: string[]};
  type Named = {key: string, name: string};
  type Step = {number: number, technique: Named, sentence: Sentence, evidence: Evidence, facts: string[],
    changes: string[], premises: number[], stages: {nudge: Sentence, where: Sentence, why: Sentence}};
  type Place = {name: string, said: string, kind: "cell" | "corner" | "border" | "step" | "span", at: number[],
    row: number, column: number, values: number, line?: number[], given?: string};
  type Value = {symbol: string, name: string,
    shape: "text" | "glyph" | "dot" | "line" | "double-line" | "cross" | "shade" | "nothing", number?: number,
    glyph?: string};
  type Input = {stroke: "select" | "paint" | "draw", cycle: string[], paints: string[], first: string | null,
    second: string | null, auto: {value: string, writes: string} | null, marks: ("corner" | "centre" | "colour")[]};
  type Rule = {kind: "all-different" | "count" | "not-both" | "other", name: string, sentence: string, places?: number[],
    pairs?: number[][], value?: string, least?: number, most?: number, differ?: boolean};
  type Group = {kind: string, name: string, places: number[]};
  type Conflict = {rule: number | null, sentence: Sentence, places: string[]};
  type Stage = {stage: "nudge" | "where" | "why" | "do" | "verdict", sentence: Sentence, evidence: Evidence | null,
    facts?: string[]};
  type ClueKind = {key: string, meaning: string, form: string, parts: string[]};
  type GenreListing = {key: string, title: string, aliases: string[], sizes: string, made: number[], shipped: boolean,
    variants: Record<string, string>, rulebook: string, clues: ClueKind[], symmetry: string[], formats: {key: string,
    title: string, one_line: boolean}[], examples: {text: string, solutions: number, shows: string}[],
    size: number | null, rectangles: boolean, symmetric: boolean, tiers: {name: string, title: string,
    techniques: string[]}[], picture: {box: number[], shapes: string}};
  type CorpusListing = {id: string, genre: string, puzzle: string | PrintedBoard, rows: number, columns: number,
    clues: number, clue_kinds: string[], tier: string | null, rating: number | null, hardest: string | null,
    techniques: Record<string, number>};
  type PrintedBoard = {rows: number, columns: number, clues?: Record<string, unknown>, givens: string[],
    marks?: string[]};
  type BoardDocument = {schema: "gridwright.board/2", genre: string, title: string, puzzle: PuzzleDocument,
    rules_text: string, rows: number, columns: number, holes: string[], svg: {view_box: number[], bare: number[],
    cell: number, surface: string, print: string}, places: Place[], cells: {name: string, said: string,
    printed: string}[], values: Value[][], input: Input, layout: {value: {x: number, y: number, size: number},
    marks: {x: number, y: number, room: number, across: number}}, groups: Group[], rules: Rule[], texts: Record<string,
    string>};
  type CheckAnswer = {conflicts?: Conflict[], right?: boolean | null, solved: boolean};
  type Hint = {status: "step" | "unnamed" | "wrong" | "solved" | "several" | "stuck" | "contradiction" | "stopped",
    technique: Named | null, missing: Named | null, candidates: string[], stages: Stage[], document: HintDocument};
  type Proof = {text: Sentence, start: string[], placed: string[], steps: Step[], stopped: string | null};
  type Explanation = {status: "solved" | "stuck" | "contradiction" | "stopped", text: Sentence, start: string[],
    placed: string[], steps: Step[], stopped: string | null, solution: string[] | null};
  type GradeAnswer = {status: "unique" | "several" | "none" | "unknown", grade: GradeDocument | null, differ: string[],
    solutions: string[][], stopped: string | null};
  type TechniqueListing = {key: string, family: string, name: string, tier: string, genres: string[], sizes: {key: string,
    size: number | null, tiers: Record<string, string>}[], assumes: string | null, seen: string | null, holds: string};
  type TechniqueAnswer = {key: string, family: string, name: string, tier: string, genres: string[], sizes: {key: string,
    size: number | null, tiers: Record<string, string>}[], assumes: string | null, seen: string | null, holds: string,
    example: {id: string, puzzle: string | PrintedBoard, genre: string, facts: string[], candidates: string[],
    step: Step} | null, practise: string[]};
  type CandidateListing = {number: number, name: string, positions: number, unlocked: number, size: number, new: boolean,
    nearest: string | null, differs: string | null, subsumed_by: unknown, decision: string | null, called: string | null,
    note: string | null};
  type CandidateAnswer = {number: number, name: string, positions: number, unlocked: number, size: number, new: boolean,
    nearest: string | null, differs: string | null, subsumed_by: unknown, decision: string | null, called: string | null,
    note: string | null, genres: unknown, shapes: {shape: string, positions: number}[], rules: string, drafted: string,
    examples: {puzzle: string | PrintedBoard, genre: string, candidates: string[], placed: string[], facts: string[],
    sentence: Sentence, evidence: Evidence}[], said?: string | null};
}
