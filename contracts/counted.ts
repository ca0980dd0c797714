/** Formats a number: 1048576 is "1,048,576". */
export function counted(number: number): string {
  return number.toLocaleString('en')
}
