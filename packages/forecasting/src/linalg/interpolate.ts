/** A curve through points of ascending x, straight between them and level outside. */
export function interpolate(points: readonly (readonly [x: number, y: number])[], x: number): number {
  let [previousX, previousY] = points[0];
  for (const [nextX, nextY] of points) {
    if (x < nextX) {
      if (nextX === previousX) return nextY;
      return previousY + ((x - previousX) / (nextX - previousX)) * (nextY - previousY);
    }
    previousX = nextX;
    previousY = nextY;
  }
  return previousY;
}
