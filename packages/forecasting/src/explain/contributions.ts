/** A day's forecast split by groups of inputs, price unit: baseline + all contributions = forecast, in every slot. */
export interface Contributions {
  baseline: Float64Array;
  /** What each group (`price`, `calendar` or an input by name) adds to each slot. */
  contributions: { group: string; values: Float64Array }[];
}
