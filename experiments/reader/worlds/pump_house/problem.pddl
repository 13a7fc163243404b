(define (problem PumpHouseShift3) (:domain PumpHouse)
  (:objects MainPump StandbyPump - Pump InletValve BypassValve DrainValve - Valve FloorHatch RollerDoor - Cover
    PortableLight AmbientLight - Lamp StrainerA StrainerB - Strainer GreaseGun - Lubricator TorqueTool - Item
    Workbench WallHook ToolCrib - Station FloodAlarm - Alarm)
  (:init (Running MainPump) (FlowPermitted InletValve) (FlowPermitted DrainValve) (Raised RollerDoor) (Padlocked FloorHatch)
    (Located PortableLight WallHook) (Located StrainerA Workbench) (Located StrainerB Workbench) (Located GreaseGun ToolCrib)
    (Located TorqueTool Workbench) (GripFree) (Clogged StrainerA) (Clogged StrainerB) (Illuminated AmbientLight))
  (:goal (and (Running StandbyPump))))
