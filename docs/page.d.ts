/** The documents of page.md as types, as far as the page reads them; nothing here runs. */
export type Piece = {text: string, places?: string[]};
export type Sentence = Piece[] | string;
export type Value = {symbol: string, name: string, shape: string, number?: number};
export type Place = {name: string, said: string, kind: string, at: [number, number], line?: [number, number, number,
  number], row: number, column: number, values: number, given?: string};
export type Group = {kind: string, name: string, places: number[]};
export type Rule = {kind: string, name: string, places?: number[], pairs?: [number, number][], value?: string, least?:
  number, most?: number, sentence: Sentence, differ?: boolean};
export type Input = {stroke: "select" | "paint" | "draw", cycle: string[], paints: string[], first: string | null,
  second: string | null, auto: {value: string, writes: string} | null, marks: string[]};
export type Evidence = {surface: string, ink: string, places: string[]};
export type Named = {key: string, name: string};
export type Stage = {stage: string, sentence: Sentence, evidence: Evidence | null, facts?: string[], places?:
  string[]};
export type Hint = {status: string, technique?: Named | null, candidates: string[], stages: Stage[]};
export type Step = {number: number, technique: Named, sentence: Sentence, evidence: Evidence | null, facts: string[],
  changes: string[], premises: number[]};
export type Explanation = {status: string, text: Sentence, start: string[], placed: string[], steps: Step[],
  solution?: string[] | null};
export type BoardDocument = {genre: string, title: string, puzzle: {puzzle: unknown, genre: string}, rules_text:
  string, rows: number, columns: number, holes: string[], svg: {view_box: number[], bare: number[], cell: number,
  surface: string, print: string}, places: Place[], cells: {name: string, said: string, printed: string}[], values:
  Value[][], input: Input, layout: {value: {x: number, y: number, size: number}, marks: {x: number, y: number, room:
  number, across: number}}, groups: Group[], rules: Rule[], texts: Record<string, string>};
export type Conflict = {rule: Rule, places: string[]};
export type GenreListing = {key: string, title: string, aliases: string[], rulebook: string, size: number | null,
  symmetric: boolean, tiers: {name: string, techniques: string[]}[], variants: Record<string, string>, made?: number[],
  examples: {text: string}[]};
export type TechniqueListing = {key: string, name: string, tier: string, genres: string[], because?: string, holds?:
  string, example?: any};
export type CorpusListing = {id: string, genre: string, puzzle: unknown, rows: number, columns: number, tier?: string,
  hardest?: string, techniques: Record<string, number>};
