import type { Resolution } from '../market/delivery-day.ts';
import type { Series } from '../data/series.ts';

/** Collects rows in ascending order of start. */
export class SeriesBuilder {
  private readonly start: number[] = [];
  private readonly value: number[] = [];
  private readonly availableAt: number[] = [];
  private readonly key: string;
  private readonly unit: string;
  private readonly resolution: Resolution;

  constructor(key: string, unit: string, resolution: Resolution) {
    this.key = key;
    this.unit = unit;
    this.resolution = resolution;
  }

  get length(): number {
    return this.start.length;
  }

  add(start: number, value: number, availableAt: number): void {
    this.start.push(start);
    this.value.push(value);
    this.availableAt.push(availableAt);
  }

  build(): Series {
    return {
      key: this.key,
      unit: this.unit,
      resolution: this.resolution,
      start: Float64Array.from(this.start),
      value: Float64Array.from(this.value),
      availableAt: Float64Array.from(this.availableAt),
    };
  }
}
