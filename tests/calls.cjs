// Answers requests of test_libraries.py.
const lines = require("node:readline").createInterface({ input: process.stdin })
const view = new DataView(new ArrayBuffer(8))
const places = (bytes) => Array.from({ length: bytes.length / 8 }, (_, i) => 8 * i)
const numbers = (bytes) => places(bytes).map((place) => bytes.readDoubleBE(place))
const kinds = { object: "object", string: "text", boolean: "boolean" }
const hex = (value) => {
  if (value === null) return "null"
  if (typeof value !== "number") return kinds[typeof value]
  view.setFloat64(0, value)
  return Number.isNaN(value) ? "nan" : view.getBigUint64(0).toString(16).padStart(16, "0")
}
const calls = {
  Number: (bytes) => Number(bytes.toString()),
  parseFloat: (bytes) => parseFloat(bytes.toString()),
  parse: (bytes) => JSON.parse(bytes.toString()),
  reduce: (bytes) => numbers(bytes).reduce((a, b) => a + b, 0),
  max: (bytes) => Math.max(...numbers(bytes)),
  round: (bytes) => Math.round(bytes.readDoubleBE(0)),
  min: (bytes) => Math.min(...numbers(bytes)),
}
lines.on("line", (line) => {
  const [call, input] = line.split(" ")
  let answer = "none"
  try { answer = hex(calls[call](Buffer.from(input, "hex"))) } catch { }
  console.log(answer)
})
