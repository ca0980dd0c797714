export type {
  ExplainedChoice,
  PanelControl,
  PanelWatcher,
  Reference,
} from './panel/control.ts'
export { type LocalControlOptions, localControl } from './panel/local-control.ts'
export { type MountedPanel, mountPanel, type PanelOptions } from './panel/mount-panel.ts'
export { type RemoteControlOptions, remoteControl } from './panel/remote-control.ts'
