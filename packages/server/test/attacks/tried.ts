/** What came of an attack: how often it was tried, and which tries got through, which none may. */
export interface Tried {
  tries: number;
  broken: string[];
}
