/** The types of the page's scripts. `Answers` are written from what the server answers (page.d.ts). Nothing here runs. */
type Piece = Answers.Piece;
/** What the page itself says is a text. */
type Sentence = Answers.Sentence | string;
type Value = Answers.Value;
type Place = Omit<Answers.Place, "line"> & {line?: [number, number, number, number]};
type Group = Answers.Group;
type Rule = Answers.Rule;
type Input = Answers.Input;
type Evidence = Answers.Evidence;
type Named = Answers.Named;
type ClueKind = Answers.ClueKind;
type BoardDocument = Omit<Answers.BoardDocument, "places"> & {places: Place[]};
type GenreListing = Answers.GenreListing;
type CorpusListing = Answers.CorpusListing;
type TechniqueListing = Answers.TechniqueListing;
type TechniqueAnswer = Omit<Answers.TechniqueAnswer, "example"> & {example: any};
/** Stages, hints, steps and conflicts are also made by the page, of explanations that it has stored. */
type Stage = {stage: string, sentence: Sentence, evidence: Evidence | null, facts?: string[], places?: string[]};
type Hint = {status: string, technique?: Named | null, missing?: {name: string} | null, candidates: string[],
  stages: Stage[]};
type Step = Answers.Step;
type Proof = Answers.Proof;
type Explanation = Proof & {status: string, solution?: string[] | null};
type Conflict = Pick<Answers.Conflict, "places"> & {sentence: Sentence};
type Board = import("../src/gridwright/page/board.js").Board;
type Controls = import("../src/gridwright/page/controls.js").Controls;
type Game = import("../src/gridwright/page/game.js").Game;
type Play = import("../src/gridwright/page/play.js").Play;
type Settings = {language: string, voice: string, theme: string, conflicts: "off" | "ask" | "live", completion: "always" | "guarded" | "manual",
  autoCross: boolean, crossFirst: boolean, tidyMarks: boolean, marksCount: boolean, coordinates: boolean, letters: boolean, timer: boolean};
type Sheet = import("../src/gridwright/page/sheet.js").Sheet;
type Fields = Record<string, unknown>;
/** Layer, place, before, after. */
type Change = [Layer, string, string, string];
type Direction = "up" | "down" | "left" | "right";
type Habits = {autoCross: boolean, tidyMarks: boolean};
/** What a list of games shows. */
type Kept = {key: string, genre: string, title: string, puzzle: unknown, id?: string, tier?: string, name?: string, practise?: string, filled: number};
type Layer = "entry" | "auto" | "corner" | "centre" | "colour";
type Mode = "value" | "corner" | "centre" | "colour";
type Point = {x: number, y: number};
type Position = Layers & {tried: Map<string, number>};
type PuzzleRequest = {puzzle: unknown, genre?: string, format?: string, id?: string};
type SavedGame = {layers: Layers, done: Change[][], undone: Change[][], trials: number[], seconds: number, solved: boolean, hints: number};
type Shared = {genre: string, puzzle: unknown, id?: string, layers?: Layers, seconds?: number};
type Stop = {name: string, said: string, x: number, y: number, row: number, column: number};
type Stroke = {readonly ended: boolean, over(point: Point): void, lift(): void, cancel(): void};
type View = (place: {host: HTMLElement, rest: string, asks: URLSearchParams, announce: (text: string) => void}) => Promise<(() => void) | void>;
/** What `api.js` gives. */
type Api = {
  genres(): Promise<{genres: GenreListing[], names: Record<string, string>}>,
  techniques(genre?: string): Promise<{techniques: TechniqueListing[]}>,
  technique(key: string, genre?: string): Promise<TechniqueAnswer>,
  corpus(asks: {genre?: string, tier?: string, technique?: string, rows?: number, first?: number, count?: number}): Promise<{total: number, puzzles: CorpusListing[]}>,
  open(asked: PuzzleRequest): Promise<{board: BoardDocument, explanation: Explanation | null}>,
  explanationOf(asked: PuzzleRequest, board: BoardDocument): Promise<Explanation>,
  hint(fields: Fields): Promise<Hint>,
  check(fields: Fields): Promise<Answers.CheckAnswer>,
  why(fields: Fields): Promise<Proof>,
  grade(fields: Fields, signal?: AbortSignal): Promise<Answers.GradeAnswer>};
/** `changed` after each stroke, `refresh` whenever something has to be drawn, `asked` for keys that want something of the view. */
type Listener = {changed(): void, refresh(): void, asked(what: string): void};
type Layers = Record<Layer, Record<string, string>>;
type Marks = "corner" | "centre" | "colour";
/** What a game was opened by, and what is said of it. */
type GameRequest = PuzzleRequest & {tier?: string, name?: string, practise?: string};
/** What `dom.js` gives. */
type Attributes = Record<string, any>;
type Child = Node | string | null | undefined | false;
type ChoiceOf<T> = (of: T, chosen: string, changed: (value: string) => void, before?: string[][]) => HTMLElement;
type Dom = {
  el<T extends keyof HTMLElementTagNameMap>(tag: T, attributes?: Attributes, ...children: Child[]): HTMLElementTagNameMap[T],
  svg<T extends keyof SVGElementTagNameMap>(tag: T, attributes?: Attributes): SVGElementTagNameMap[T],
  set(element: Element, attributes: Attributes): void,
  button(label: string, onclick: (event: MouseEvent) => void, attributes?: Attributes): HTMLButtonElement,
  card(href: string, title: string, line: string, small: string, ...more: Child[]): HTMLLIElement,
  head(host: HTMLElement, title: string, lead?: string): void,
  choice(label: string, options: string[][], chosen: string, changed: (value: string) => void): HTMLElement,
  check(label: string, checked: boolean, changed: (on: boolean) => void): HTMLElement,
  genreNamed(genres: GenreListing[], name: string | null): GenreListing,
  tierNamed(genre: GenreListing, name: string | null): string,
  tierChoice: ChoiceOf<GenreListing>, sizeChoice: ChoiceOf<GenreListing>, genreChoice: ChoiceOf<GenreListing[]>};
/** Path data of a shape around a point; `reach` is half of it, or the length of a cell. */
type Shape = (x: number, y: number, reach: number) => string;
/** What `trace.js` gives. */
type Trace = {
  positionAfter(sheet: Sheet, explanation: Explanation, count: number): {symbols: Record<string, string>, candidates: string[]},
  wrongEntries(sheet: Sheet, game: Game, solution: string[]): string[],
  storedConflicts(sheet: Sheet, game: Game, solution: string[] | null | undefined): Conflict[],
  storedHint(sheet: Sheet, game: Game, explanation: Explanation, marksCount: boolean): Hint,
  verdict(status: string, sentence: string, ...more: Stage[]): Hint};
type ChangedClue = (before: any, kind: ClueKind, cells: number[], key: string, typed: string, board: {rows: number, columns: number}) => any;
type ByTier = (genre: GenreListing, techniques: TechniqueListing[]) => {tier: string, some: TechniqueListing[][]}[];
